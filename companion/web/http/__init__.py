"""The web server: connections, requests, TLS, WebSockets."""
