"""Typed NATS services: endpoints, streams, queues, telemetry."""
