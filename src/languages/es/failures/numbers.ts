/** Problems of phone numbers and addresses of chats. */
export const numbers = {
  'must be a phone number with its country code, such as +55 (11) 99999-0000':
    'debe ser un teléfono con el código del país, como +55 (11) 99999-0000',
  'must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID':
    'debe ser un teléfono con el código del país, como +55 (11) 99999-0000, o un JID',
  'must be a phone number with its country code, and no country code begins with 0':
    'debe ser un teléfono con el código del país, y ningún código de país empieza por 0',
  'must be a phone number without the 0 behind the country code that is dialled only inside the country':
    'debe ser un teléfono sin el 0 detrás del código del país, que solo se marca dentro del país',
  'must be one phone number of {min}-{max} digits with its country code':
    'debe ser un solo teléfono de {min} a {max} dígitos con el código del país',
  'must be {min}-{max} digits with the code of the country':
    'debe tener de {min} a {max} dígitos con el código del país',
  'must be a phone number without decimals: spreadsheets add them where the column is not a text':
    'debe ser un teléfono sin decimales: las hojas de cálculo los agregan cuando la columna no es texto',
  'must be a phone number without an exponent: spreadsheets write it where the column is not a text':
    'debe ser un teléfono sin exponente: las hojas de cálculo lo escriben cuando la columna no es texto',
  'must be a phone number without an extension': 'debe ser un teléfono sin extensión',
  'must be one phone number, with + only at its beginning':
    'debe ser un solo teléfono, con + solo al principio',
  'must be one phone number, and {mark} is in none':
    'debe ser un solo teléfono, y {mark} no forma parte de ninguno',
  'must be a link with a phone number in it, such as wa.me/5511999990000':
    'debe ser un enlace con un teléfono, como wa.me/5511999990000',
  'must be the JID of a person, group or channel where it has an @, such as 5511999990000@s.whatsapp.net':
    'debe ser el JID de una persona, un grupo o un canal cuando tiene una @, como 5511999990000@s.whatsapp.net',
  'must be a phone number or the JID of a person, not of a group or a channel':
    'debe ser un teléfono o el JID de una persona, no de un grupo ni de un canal',
  'must be a phone number, or a JID with one': 'debe ser un teléfono, o un JID que tenga uno',
  'must be the JID of a person, group or channel':
    'debe ser el JID de una persona, de un grupo o de un canal',
  '{number} has a 0 behind the code of its country, which is dialled only inside the country':
    '{number} tiene un 0 detrás del código del país, que solo se marca dentro del país',
  'must be a username of 3-35 letters, digits, dots and underscores such as @ana.silva, with a key of 4 digits as in @ana.silva:1234, where it begins with an @':
    'debe ser un nombre de usuario de 3 a 35 letras, dígitos, puntos y guiones bajos, como @ana.silva, con una clave de 4 dígitos como en @ana.silva:1234, cuando empieza con @',
  'nobody on WhatsApp has the username @{name}':
    'nadie en WhatsApp tiene el nombre de usuario @{name}',
  'nobody in the sandbox has the username @{name}':
    'nadie en el sandbox tiene el nombre de usuario @{name}',
  '@{name} can only be written to with its username key: ask its owner for the 4 digits, and send to @{name}:1234':
    'a @{name} solo se le puede escribir con la clave de su nombre de usuario: pide los 4 dígitos a su dueño y envía a @{name}:1234',
  'the username key of @{name} is another one: ask its owner for the 4 digits':
    'la clave del nombre de usuario @{name} es otra: pide los 4 dígitos a su dueño',
} as const;
