"""The grammar of expressions: cel-spec's, in lark's notation.

Left out, each refused with its own message by `parse`: unsigned and bytes literals, messages (`M{…}`), names with a
leading dot, comments. Chains of `&&` and of `||` are flat, which changes no meaning.
"""

GRAMMAR = r"""
?start: expression

?expression: disjunction
    | disjunction "?" disjunction ":" expression -> conditional

?disjunction: conjunction
    | conjunction ("||" conjunction)+ -> or_

?conjunction: relation
    | relation ("&&" relation)+ -> and_

?relation: addition
    | relation RELATION addition -> compare
    | relation IN addition -> compare

?addition: multiplication
    | addition (PLUS | MINUS) multiplication -> arithmetic

?multiplication: unary
    | multiplication (STAR | SLASH | PERCENT) unary -> arithmetic

?unary: member
    | BANG+ member -> not_
    | MINUS+ member -> negate

?member: primary
    | member "." IDENT -> select
    | member "." IDENT "(" [items] CLOSE -> method
    | member "[" expression BRACKET_CLOSE -> index

?primary: literal
    | IDENT -> name
    | IDENT "(" [items] CLOSE -> call
    | OPEN expression CLOSE -> parenthesised
    | BRACKET_OPEN [items] BRACKET_CLOSE -> list
    | BRACE_OPEN [entries] BRACE_CLOSE -> map

items: expression ("," expression)*
entries: entry ("," entry)*
entry: expression ":" expression

?literal: NULL -> null
    | TRUE -> boolean
    | FALSE -> boolean
    | INT -> integer
    | DOUBLE -> double
    | STRING -> string
    | UINT -> unsigned
    | BYTES -> bytes

NULL: "null"
TRUE: "true"
FALSE: "false"
IN: "in"
RELATION: "==" | "!=" | "<=" | ">=" | "<" | ">"
PLUS: "+"
MINUS: "-"
STAR: "*"
SLASH: "/"
PERCENT: "%"
BANG: "!"
OPEN: "("
CLOSE: ")"
BRACKET_OPEN: "["
BRACKET_CLOSE: "]"
BRACE_OPEN: "{"
BRACE_CLOSE: "}"

IDENT: /[A-Za-z_][A-Za-z0-9_]*/
DOUBLE.3: /[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+/
UINT.2: /(?:0x[0-9a-fA-F]+|[0-9]+)[uU]/
INT.1: /0x[0-9a-fA-F]+|[0-9]+/
BYTES.3: /[bB][rR]?(?:"[^"\r\n]*"|'[^'\r\n]*')/
STRING.3: /[rR](?:\"{3}[\s\S]*?\"{3}|'{3}[\s\S]*?'{3}|"[^"\r\n]*"|'[^'\r\n]*')/
    | /\"{3}(?:[^\\]|\\[\s\S])*?\"{3}|'{3}(?:[^\\]|\\[\s\S])*?'{3}/
    | /"(?:[^"\\\r\n]|\\[^\r\n])*"|'(?:[^'\\\r\n]|\\[^\r\n])*'/

%ignore /[\t\n\f\r ]+/
"""
