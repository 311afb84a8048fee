import type { json as portuguese } from '../../pt-BR/failures/json.ts';

export const json: Readonly<Record<keyof typeof portuguese, string>> = {
  '{problem} at line {line}, column {column}, found {what}':
    '{problem} en la línea {line}, columna {column}; ahí está {what}',
  'a backslash must not be before this character':
    'no puede haber barra invertida antes de este carácter',
  'a closing brace is wanted': 'falta cerrar una llave',
  'a closing bracket is wanted': 'falta cerrar un corchete',
  'a colon is wanted': 'faltan dos puntos',
  'a comma is wanted': 'falta una coma',
  'a name in double quotes is wanted': 'falta un nombre entre comillas dobles',
  'a number is incomplete': 'un número está incompleto',
  'a text must end in double quotes on its own line':
    'un texto debe cerrar las comillas dobles en su propia línea',
  'a value is wanted': 'falta un valor',
  'comments are not allowed': 'no se permiten comentarios',
  'control characters must be escaped': 'los caracteres de control necesitan escape',
  'four hexadecimal digits are wanted after \\u':
    'faltan cuatro dígitos hexadecimales después de \\u',
  'names and texts must be in double quotes': 'los nombres y textos deben ir entre comillas dobles',
  'the end is wanted': 'el JSON ya había terminado',
  'the end': 'el final',
  'a line break': 'un salto de línea',
  'a character that is not shown': 'un carácter que no se muestra',
};
