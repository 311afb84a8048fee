/** Failure sentences about bodies that are not JSON. */
export const json = {
  '{problem} at line {line}, column {column}, found {what}':
    '{problem} na linha {line}, coluna {column}; ali está {what}',
  'a backslash must not be before this character':
    'não pode haver barra invertida antes deste caractere',
  'a closing brace is wanted': 'falta fechar uma chave',
  'a closing bracket is wanted': 'falta fechar um colchete',
  'a colon is wanted': 'faltam dois-pontos',
  'a comma is wanted': 'falta uma vírgula',
  'a name in double quotes is wanted': 'falta um nome entre aspas duplas',
  'a number is incomplete': 'um número está incompleto',
  'a text must end in double quotes on its own line':
    'um texto precisa fechar as aspas duplas na própria linha',
  'a value is wanted': 'falta um valor',
  'comments are not allowed': 'comentários não são permitidos',
  'control characters must be escaped': 'caracteres de controle precisam de escape',
  'four hexadecimal digits are wanted after \\u':
    'faltam quatro dígitos hexadecimais depois de \\u',
  'names and texts must be in double quotes': 'nomes e textos precisam estar entre aspas duplas',
  'the end is wanted': 'o JSON já tinha terminado',
  'the end': 'o fim',
  'a line break': 'uma quebra de linha',
  'a character that is not shown': 'um caractere que não se mostra',
} as const;
