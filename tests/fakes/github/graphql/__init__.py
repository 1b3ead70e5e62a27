"""A small part of GitHub's GraphQL API: a parser, a table of types, and what walks a document along it.

There are libraries for this; none is among the project's dependencies, and a fake that is to answer faithfully to a
dozen known documents needs neither introspection nor a type language.
"""
