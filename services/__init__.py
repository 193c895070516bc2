"""The platform: processes that remember what the library decides, and show it to people and bots."""
