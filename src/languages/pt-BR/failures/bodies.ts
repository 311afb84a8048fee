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
  'must have at most {max} characters, not {length}':
    'deve ter no máximo {max} caracteres, não {length}',
  'must have at most {max} conditions': 'deve ter no máximo {max} condições',
  'must not be more than {max} levels deep': 'não pode ter mais de {max} níveis',
  'must not have an empty name': 'não pode ter um nome vazio',
  'must be an object, or null for bodies as they are':
    'deve ser um objeto, ou null para corpos como são',
  'must have pick, omit, rename or template; null for bodies as they are':
    'deve ter pick, omit, rename ou template; null para corpos como são',
  'is not a field: there are {words}': 'não é um campo: existem {words}',
  'must stand alone: it makes the whole body': 'deve ficar sozinho: ele faz o corpo inteiro',
  'must be one of {words}, a text with {{path}} in it, or JSON':
    'deve ser um entre {words}, um texto com {{path}}, ou JSON',
  'must be a list of 1 to {max} paths': 'deve ser uma lista de 1 a {max} caminhos',
  'must be an object of 1 to {max} paths': 'deve ser um objeto de 1 a {max} caminhos',
  'must be another path': 'deve ser outro caminho',
  'must not overlap with {value}': 'não pode se sobrepor a {value}',
  'must not become {value}, which overlaps with {at}':
    'não pode se tornar {value}, que se sobrepõe a {at}',
  'must leave something of what pick names': 'deve deixar algo do que pick nomeia',
  'must be a path such as data.Info.Chat': 'deve ser um caminho como data.Info.Chat',
  'must be a path of at most {max} names': 'deve ser um caminho de no máximo {max} nomes',
  'must not name __proto__': 'não pode nomear __proto__',
  'must not name the key of the instance': 'não pode nomear a chave da instância',
  'must be a name without {{…}}, which is for values':
    'deve ser um nome sem {{…}}, que é para valores',
  'template: the body would be above 1 MiB': 'template: o corpo teria mais de 1 MiB',
  'event not found': 'evento não encontrado',
} as const;
