pytest_plugins = ["tests.support.nats"]
