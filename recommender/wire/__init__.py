"""The shapes that leave the product: command line, service and MCP give the same ones."""
