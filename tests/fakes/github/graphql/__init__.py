"""A small part of GitHub's GraphQL API: a parser, tables of types, and what walks a document along them.

There are libraries for this; none is among the project's dependencies, and a fake that is to answer faithfully to some
dozens of known documents needs neither introspection nor a type language. What it does need is GitHub's own way of
refusing documents, so that one which GitHub would not carry out fails here as well.

`document` reads texts; `types` and `inputs` say what types are made of; `validate` refuses and `execute` answers.
The tables are by subject: `issues`, `projects`, `discussions` and `reviews`; `schema` puts them together.
"""
