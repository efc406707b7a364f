"""REST, the web socket and the static client."""
