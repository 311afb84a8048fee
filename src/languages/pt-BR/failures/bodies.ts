/** Failures about filters and transforms of bodies. */
export const bodies = {
  'is not an operator: did you mean {title}?': 'não é um operador: você quis dizer {title}?',
  'is not an operator: there are {words}': 'não é um operador: existem {words}',
  'must be a list of 1 to {max} values': 'deve ser uma lista de 1 a {max} valores',
  'must be a list of filters': 'deve ser uma lista de filtros',
  'must be a list of texts, numbers, true, false and null':
    'deve ser uma lista de textos, números, true, false e null',
  'must be a number or a text': 'deve ser um número ou um texto',
  'must be a text that is not empty': 'deve ser um texto que não seja vazio',
  'must be a text, a number, true, false or null':
    'deve ser um texto, um número, true, false ou null',
  'must be a value, fields or operators: $in takes a list of values':
    'deve ser um valor, campos ou operadores: $in aceita uma lista de valores',
  'must be an object, or null for no filter': 'deve ser um objeto, ou null para nenhum filtro',
  'must have at most {max} bytes, not {bytes}': 'deve ter no máximo {max} bytes, não {bytes}',
  'must have at most {max} conditions': 'deve ter no máximo {max} condições',
  'must not be more than {max} levels deep': 'não pode ter mais de {max} níveis',
  'must not have an empty name': 'não pode ter um nome vazio',
} as const;
