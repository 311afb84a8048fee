/**
 * Failure sentences about requests and their credentials, by the English sentence. Braces mark a value; values called
 * problem, problems, reason and what are sentences or words themselves.
 */
export const requests = {
  'A JSON body is required': 'É preciso enviar um corpo em JSON',
  'A credential is required': 'É preciso enviar uma credencial',
  'An unexpected error occurred': 'Ocorreu um erro inesperado',
  'Idempotency-Key must be 1-255 visible ASCII characters':
    'Idempotency-Key precisa ter de 1 a 255 caracteres ASCII visíveis',
  'More than {max} requests in a minute': 'Mais de {max} requisições em um minuto',
  'No answer within {seconds} s. The operation may still take effect: check that before you call it again.':
    'Sem resposta em {seconds} s. O que foi iniciado ainda pode acontecer: verifique antes de repetir.',
  'Send either apikey or api_access_token: each has tools of its own':
    'Envie apikey ou api_access_token, não os dois: cada um tem as próprias ferramentas',
  'The Host header is missing, malformed or given twice':
    'O cabeçalho Host está ausente, malformado ou repetido',
  'The arguments are invalid: {problems}': 'Os argumentos são inválidos: {problems}',
  'The body ended early': 'O corpo terminou antes da hora',
  'The body has a field named __proto__': 'O corpo tem um campo chamado __proto__',
  'The body holds more than {max} values': 'O corpo tem mais de {max} valores',
  'The body is invalid: {problems}': 'O corpo é inválido: {problems}',
  'The body is larger than {max} bytes': 'O corpo tem mais de {max} bytes',
  'The body is nested deeper than {max} levels': 'O corpo tem mais de {max} níveis de profundidade',
  'The body is not valid JSON': 'O corpo não é um JSON válido',
  'The body is not valid JSON: {problem}': 'O corpo não é um JSON válido: {problem}',
  'The body is not valid UTF-8': 'O corpo não está em UTF-8 válido',
  'The body must be JSON: content-type application/json':
    'O corpo precisa ser JSON: content-type application/json',
  'The body must be JSON: content-type application/json, or a form: multipart/form-data':
    'O corpo precisa ser JSON (content-type application/json) ou um formulário (multipart/form-data)',
  'The body must be sent without content-encoding': 'O corpo deve ser enviado sem content-encoding',
  'The body must not be compressed': 'O corpo não deve estar comprimido',
  'The body must be a JSON object': 'O corpo precisa ser um objeto JSON',
  'the body must be a JSON object': 'o corpo precisa ser um objeto JSON',
  'Nothing more of the body came within {seconds} s': 'Nada mais do corpo chegou em {seconds} s',
  'The body was not whole within {seconds} s': 'O corpo não chegou inteiro em {seconds} s',
  'The form has both file and {field}': 'O formulário tem file e {field} ao mesmo tempo',
  'The form has more than {max} parts': 'O formulário tem mais de {max} partes',
  'The file is larger than {max} bytes': 'O arquivo tem mais de {max} bytes',
  'The body must be a form: multipart/form-data':
    'O corpo precisa ser um formulário: multipart/form-data',
  'The form was not whole within {max} s': 'O formulário não chegou inteiro em {max} s',
  'The form has more than one file': 'O formulário tem mais de um arquivo',
  'The form has more than {max} fields': 'O formulário tem mais de {max} campos',
  'The body is not a valid form, or ended early':
    'O corpo não é um formulário válido ou acabou antes do fim',
  'the file was removed': 'o arquivo foi removido',
  '{field} is longer than {max} bytes': '{field} tem mais de {max} bytes',
  'A part of the form has no name': 'Uma parte do formulário não tem nome',
  'The part {title} must be sent without content-transfer-encoding':
    'A parte {title} deve ser enviada sem content-transfer-encoding',
  'The part {title} is not valid {type}': 'A parte {title} não está em {type} válido',
  'The file must be the part file, and the form has it as {title}':
    'O arquivo deve ser a parte file, e o formulário o tem como {title}',
  'The number at line {line}, column {column} cannot be kept exactly: send it as a text':
    'O número na linha {line}, coluna {column} não pode ser guardado com exatidão: envie-o como texto',
  'It is the value of {name}': 'É o valor de {name}',
  'The form has no boundary': 'O formulário não tem boundary',
  'The header api_access_token is missing': 'Falta o cabeçalho api_access_token',
  'The header apikey or api_access_token is missing':
    'Falta o cabeçalho apikey ou api_access_token',
  'The headers are invalid: {problems}': 'Os cabeçalhos são inválidos: {problems}',
  'The api_access_token is unknown, revoked or expired':
    'O api_access_token é desconhecido, foi revogado ou expirou',
  'The path has a malformed percent escape': 'O caminho tem um escape com % malformado',
  'The path is invalid: {problems}': 'O caminho é inválido: {problems}',
  'The query is invalid: {problems}': 'A query é inválida: {problems}',
  'The record has another version than If-Match names':
    'O registro está em outra versão, diferente da que está em If-Match',
  'There is nothing at this path': 'Não há nada neste caminho',
  'This Idempotency-Key was used with another body':
    'Esta Idempotency-Key já foi usada com outro corpo',
  'This path takes {methods}': 'Este caminho aceita {methods}',
  'This tool needs a connection with {header}':
    'Esta ferramenta precisa de uma conexão com {header}',
  'Too many failed authentications from this address':
    'Autenticações demais falharam a partir deste endereço',
  'Too many requests about passkeys from this address':
    'Requisições demais sobre passkeys a partir deste endereço',
  '/mcp is switched off': '/mcp está desligado',
  'pages of this origin may not call /mcp: CORS_ORIGINS names those that may':
    'páginas desta origem não podem chamar /mcp: CORS_ORIGINS lista as que podem',
  'the apikey has expired': 'a apikey expirou',
  'the apikey is not valid': 'a apikey não é válida',
  'the caller has disconnected': 'quem chamou se desconectou',
  'the header apikey is missing': 'falta o cabeçalho apikey',
  'the header by which nodes pass requests on is forged or was used before':
    'o cabeçalho com que os nós repassam requisições é forjado ou já foi usado',
  'the request took too long to reach the node that has the instance: nothing was done':
    'a requisição demorou demais do nó que a recebeu até o que tem a instância: nada foi feito',
  'the service ended or failed during this request: it is not known whether the request was carried out. Check that before you repeat it with another Idempotency-Key':
    'o serviço encerrou ou falhou enquanto fazia isto, e não se sabe se foi feito. Verifique antes de pedir de novo com outra Idempotency-Key',
  'this was done, but the service ended before it answered: look at what has the id {id}':
    'isto foi feito, mas o serviço encerrou antes de responder: veja o que tem o id {id}',
  'the first request with this Idempotency-Key is still in progress':
    'o primeiro pedido feito com esta Idempotency-Key ainda está em execução',
  'the ticket is unknown, used or expired': 'o ticket é desconhecido, já foi usado ou expirou',
  'the service is stopping': 'o serviço está sendo encerrado',
  'this operation needs the global key': 'esta operação precisa da chave global',
  'this path takes only WebSocket upgrades': 'este caminho só aceita conexões WebSocket',
  '{calls} are under way at /mcp already': 'já há {calls} em andamento em /mcp',

  'Report it with the x-request-id.': 'Informe o problema com o x-request-id.',
  'Read it again, then decide.': 'Leia o registro de novo e decida.',
  'Try again after the seconds in retry-after: /ready says what is out of order.':
    'Tente depois dos segundos de retry-after: /ready diz o que está fora de ordem.',
  'Use the global key, or a key or role with what the message names.':
    'Use a chave global, ou uma chave ou uma função que tenha o que a mensagem diz.',
  'Wait as long as the header retry-after says.':
    'Espere o tempo que o cabeçalho retry-after indica.',
  '/swagger lists every operation': '/swagger lista todas as operações',
  'did you mean {name}?': 'você quis dizer {name}?',
  'the body has {names} and lacks {wanted}': 'o corpo tem {names} e falta {wanted}',
  'the credential belongs in the header {header}, not in {place}':
    'a credencial vai no cabeçalho {header}, não em {place}',
  'the credential belongs in the header {header}: addresses are logged on their way':
    'a credencial vai no cabeçalho {header}: endereços ficam gravados em logs pelo caminho',
  'a key of the gateway (apikey) opens no path below /api/v1: send an access token in api_access_token':
    'uma chave do gateway (apikey) não abre caminhos abaixo de /api/v1: envie um token de acesso em api_access_token',
  'an access token (api_access_token) opens only paths below /api/v1: send a key in apikey':
    'um token de acesso (api_access_token) só abre caminhos abaixo de /api/v1: envie uma chave em apikey',
  'send a key in apikey, or an access token in api_access_token or as a bearer token':
    'envie uma chave em apikey, ou um token de acesso em api_access_token ou como bearer token',
  'send a key in apikey: the global key is GLOBAL_API_KEY, or globalApiKey in secrets.json of the data folder; the key of an instance was answered when it was created':
    'envie uma chave em apikey: a chave global é GLOBAL_API_KEY, ou globalApiKey no secrets.json da pasta de dados; a chave de uma instância veio na resposta da criação',
  'send an access token in api_access_token: the first one is BOOTSTRAP_ACCESS_TOKEN, or accessToken in secrets.json of the data folder':
    'envie um token de acesso em api_access_token: o primeiro é BOOTSTRAP_ACCESS_TOKEN, ou accessToken no secrets.json da pasta de dados',
  '{method} was sent: send {other}': 'foi enviado {method}: envie {other}',
  '{name} is not read: did you mean {other}?': '{name} não é lido: você quis dizer {other}?',
  '{name} is not read, because {other} is given': '{name} não é lido porque {other} foi enviado',
  '{name} and {other} are different: give {field} instead':
    '{name} e {other} são diferentes: envie {field} no lugar',
  '{name} was sent: did you mean {other}?': 'foi enviado {name}: você quis dizer {other}?',
  '{variable}=true switches it on': '{variable}=true liga',
  '{type} was sent': 'foi enviado {type}',
  'there is no page {name}': 'não há a página {name}',
  'there is no language {name}': 'não há o idioma {name}',
  '/docs lists every page': '/docs lista todas as páginas',
} as const;
