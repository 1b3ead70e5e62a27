"""The intermediate representation: frozen, language-neutral, in the words of MCP, JSON Schema and Smithy."""
