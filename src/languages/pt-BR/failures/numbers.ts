/** Problems of phone numbers and addresses of chats. */
export const numbers = {
  'must be a phone number with its country code, such as +55 (11) 99999-0000':
    'deve ser um telefone com o código do país, como +55 (11) 99999-0000',
  'must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID':
    'deve ser um telefone com o código do país, como +55 (11) 99999-0000, ou um JID',
  'must be a phone number with its country code, and no country code begins with 0':
    'deve ser um telefone com o código do país, e nenhum código de país começa com 0',
  'must be a phone number without the 0 behind the country code that is dialled only inside the country':
    'deve ser um telefone sem o 0 depois do código do país, que só se disca dentro do país',
  'must be one phone number of {min}-{max} digits with its country code':
    'deve ser um único telefone de {min} a {max} dígitos com o código do país',
  'must be {min}-{max} digits with the code of the country':
    'deve ter de {min} a {max} dígitos com o código do país',
  'must be a phone number without decimals: spreadsheets add them where the column is not a text':
    'deve ser um telefone sem casas decimais: planilhas as acrescentam quando a coluna não é texto',
  'must be a phone number without an exponent: spreadsheets write it where the column is not a text':
    'deve ser um telefone sem expoente: planilhas o escrevem quando a coluna não é texto',
  'must be a phone number without an extension': 'deve ser um telefone sem ramal',
  'must be one phone number, with + only at its beginning':
    'deve ser um único telefone, com + só no início',
  'must be one phone number, and {mark} is in none':
    'deve ser um único telefone, e {mark} não faz parte de nenhum',
  'must be a link with a phone number in it, such as wa.me/5511999990000':
    'deve ser um link com um telefone, como wa.me/5511999990000',
  'must be the JID of a person, group or channel where it has an @, such as 5511999990000@s.whatsapp.net':
    'deve ser o JID de uma pessoa, grupo ou canal quando tem um @, como 5511999990000@s.whatsapp.net',
  'must be a phone number or the JID of a person, not of a group or a channel':
    'deve ser um telefone ou o JID de uma pessoa, não de um grupo ou canal',
  'must be a phone number, or a JID with one': 'deve ser um telefone, ou um JID com um',
  'must be the JID of a person, group or channel':
    'deve ser o JID de uma pessoa, de um grupo ou de um canal',
  '{number} has a 0 behind the code of its country, which is dialled only inside the country':
    '{number} tem um 0 depois do código do país, que só se disca dentro do país',
  'must be a username of 3-35 letters, digits, dots and underscores such as @ana.silva, with a key of 4 digits as in @ana.silva:1234, where it begins with an @':
    'deve ser um nome de usuário de 3 a 35 letras, dígitos, pontos e sublinhados, como @ana.silva, com uma chave de 4 dígitos como em @ana.silva:1234, quando começa com @',
  'nobody on WhatsApp has the username @{name}':
    'ninguém no WhatsApp tem o nome de usuário @{name}',
  'nobody in the sandbox has the username @{name}':
    'ninguém no sandbox tem o nome de usuário @{name}',
  '@{name} can only be written to with its username key: ask its owner for the 4 digits, and send to @{name}:1234':
    'só é possível escrever para @{name} com a chave do nome de usuário: peça os 4 dígitos ao dono e envie para @{name}:1234',
  'the username key of @{name} is another one: ask its owner for the 4 digits':
    'a chave do nome de usuário @{name} é outra: peça os 4 dígitos ao dono',
} as const;
