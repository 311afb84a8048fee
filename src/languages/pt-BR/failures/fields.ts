/** Problems of a field, which follow its name in the sentence. */
export const fields = {
  'holds unknown names: {names}': 'tem nomes desconhecidos: {names}',
  'is another name of stage_ids: use one': 'é outro nome de stage_ids: use só um',
  'is given by a super_admin whose token is bound to no account':
    'só pode ser dado por um super_admin com token que não está preso a uma conta',
  'is given twice, with different values': 'veio duas vezes, com valores diferentes',
  'is not a known field': 'não é um campo conhecido',
  'is not a member of this account': 'não é membro desta conta',
  'is not an account of this user': 'não é uma conta deste usuário',
  'is not an account that your token opens': 'não é uma conta que o seu token abre',
  'is not known here': 'não é conhecido aqui',
  'is not taken: the webhook of the instance is told what becomes of a message':
    'não é aceito: o webhook da instância informa o que acontece com cada mensagem',
  'is not the key of a role of this account': 'não é a chave de uma função desta conta',
  'is required': 'é obrigatório',
  'is required while enabled is true': 'é obrigatório enquanto enabled é true',
  'is required where there is data': 'é obrigatório quando há dados',
  'is required where step is {value}': 'é obrigatório quando step é {value}',
  'is required for an instance of {provider}': 'é obrigatório para uma instância de {provider}',
  'is required for a new label': 'é obrigatório para uma etiqueta nova',
  'is required for a message of kind text': 'é obrigatório para uma mensagem do tipo text',
  'is required: the id of the message whose file is meant, `Info.ID` of its event':
    'é obrigatório: o id da mensagem cujo arquivo se quer, `Info.ID` do evento dela',
  'is required, or one of state, from and to': 'é obrigatório, ou um entre state, from e to',
  'is required: the user has several accounts': 'é obrigatório: o usuário tem várias contas',
  'is not for newest first': 'não serve com os mais novos primeiro',
  'is not for oldest first': 'não serve com os mais antigos primeiro',
  'must be "enabled", "disabled", true or false': 'deve ser "enabled", "disabled", true ou false',
  'must be 1 to 512 lower-case letters, digits or underscores':
    'deve ter de 1 a 512 letras minúsculas, dígitos ou sublinhados',
  'must be {min}-{max} characters without slashes and control characters, with no dot or dash at the beginning and no blank at either end':
    'deve ter de {min} a {max} caracteres sem barras nem caracteres de controle, não começar com ponto nem hífen, e ter espaços só no meio',
  'must be {min}-{max} characters': 'deve ter de {min} a {max} caracteres',
  'must be {min}-{max} digits': 'deve ter de {min} a {max} dígitos',
  'must be {min}-{max} digits or the JID of a channel':
    'deve ter de {min} a {max} dígitos ou ser o JID de um canal',
  'must be {min}-{max} visible ASCII characters, without blanks':
    'deve ter de {min} a {max} caracteres ASCII visíveis, sem espaços',
  'must be 22 letters and digits, or a link with them':
    'deve ter 22 letras e dígitos, ou ser um link com eles',
  'must be ASCII characters': 'deve ter só caracteres ASCII',
  "must be Meta's id, 5-25 digits, as a text":
    'deve ser o id da Meta, de 5 a 25 dígitos, como texto',
  'must be a JID': 'deve ser um JID',
  'must be a UUID': 'deve ser um UUID',
  'must be a boolean': 'deve ser true ou false',
  'must be a code such as en or pt_BR': 'deve ser um código como en ou pt_BR',
  'must be a colour in the form #RRGGBB': 'deve ser uma cor na forma #RRGGBB',
  'must be a colour such as {value}': 'deve ser uma cor como {value}',
  'must be a data: URL with a media type': 'deve ser uma URL data: com um tipo de mídia',
  'must be a delivery id': 'deve ser o id de uma entrega',
  'must be the id of a recovery': 'deve ser o id de uma recuperação',
  'is base64 that was cut off: send the whole file': 'é base64 cortado: envie o arquivo inteiro',
  'must be a data: URL that is percent-encoded, or base64':
    'deve ser uma URL data: com codificação por cento, ou base64',
  'must be false unless it is a video': 'deve ser false se não for um vídeo',
  'must be a file in base64, or the http or https URL of one':
    'deve ser um arquivo em base64, ou a URL http ou https de um',
  'must be a file in base64, without a data: prefix':
    'deve ser um arquivo em base64, sem o prefixo data:',
  'must be a host name or an IP address, without scheme, port or path':
    'deve ser um nome de host ou um endereço IP, sem esquema, porta nem caminho',
  'must be a host name or an address': 'deve ser um nome de host ou um endereço',
  'must be a LID, which ends with @lid': 'deve ser um endereço oculto, que termina com @lid',
  'must be a language such as en or pt_BR': 'deve ser um idioma como en ou pt_BR',
  'must be a list of {min}-{max} contacts': 'deve ser uma lista de {min} a {max} contatos',
  'must be a list of {min}-{max} keys of messages, each with its id':
    'deve ser uma lista de {min} a {max} chaves de mensagens, cada uma com o seu id',
  'must be a list of {min}-{max} phone numbers': 'deve ser uma lista de {min} a {max} telefones',
  'must be a list of {min}-{max} phone numbers or JIDs':
    'deve ser uma lista de {min} a {max} telefones ou JIDs',
  'must be a list of {min}-{max} phone numbers or JIDs of people':
    'deve ser uma lista de {min} a {max} telefones ou JIDs de pessoas',
  'must be a list of different options of the poll':
    'deve ser uma lista de opções diferentes da enquete',
  'must be a list of at most {max} objects': 'deve ser uma lista de no máximo {max} objetos',
  'must be a day in the form 1990-12-31': 'deve ser um dia na forma 1990-12-31',
  'is required where nothing else on the card leads to the person':
    'é obrigatório quando nada mais no cartão leva à pessoa',
  'is required where nothing else of the address is given':
    'é obrigatório quando nada mais do endereço é informado',
  'must be a list of objects': 'deve ser uma lista de objetos',
  'must be a list of {min}-{max} different texts of {from}-{to} characters':
    'deve ser uma lista de {min} a {max} textos diferentes de {from} a {to} caracteres',
  'must be a list of {names}, one for each of {variables}':
    'deve ser uma lista de {names}, um para cada uma de {variables}',
  'must be {names}, one for each of {variables}':
    'deve ser {names}, um para cada uma de {variables}',
  'must be a list with the handle of an uploaded file':
    'deve ser uma lista com o handle de um arquivo enviado',
  'must be a media type such as image/png': 'deve ser um tipo de mídia como image/png',
  'must be a name of {min}-{max} characters without slashes, backslashes and control characters':
    'deve ser um nome de {min} a {max} caracteres, sem barras, barras invertidas nem caracteres de controle',
  'must be a number': 'deve ser um número',
  'must be a number from {from} to {to} with at most two decimals':
    'deve ser um número de {from} a {to} com no máximo duas casas decimais',
  'must be a number of degrees from {from} to {to}': 'deve ser um número de graus de {from} a {to}',
  'must be a multiple of {value}': 'deve ser um múltiplo de {value}',
  'must be a phone number with its country code, such as +5511999990000':
    'deve ser um telefone com o código do país, como +5511999990000',
  'must be a port from {min} to {max}': 'deve ser uma porta de {min} a {max}',
  'must be a sequence: a whole number from {min}':
    'deve ser uma sequência: um número inteiro a partir de {min}',
  'must be a string': 'deve ser um texto',
  'must be a text': 'deve ser um texto',
  'must be a text of {min}-{max} characters': 'deve ser um texto de {min} a {max} caracteres',
  'must be a text of at most {max} characters': 'deve ser um texto de no máximo {max} caracteres',
  'must be a URL': 'deve ser uma URL',
  'must be a valid URL': 'deve ser uma URL válida',
  'must be a valid value': 'deve ser um valor válido',
  'must be a whole number from 0 to the number of values':
    'deve ser um número inteiro de 0 até a quantidade de values',
  'must be a whole number from {min}': 'deve ser um número inteiro a partir de {min}',
  'must be a whole number from {min} to {max}': 'deve ser um número inteiro de {min} a {max}',
  'must be a whole number from {min} to {max} in this category':
    'deve ser um número inteiro de {min} a {max} nesta categoria',
  'must be a whole number of {min}-{max}': 'deve ser um número inteiro de {min} a {max}',
  'must be a whole number of milliseconds from {min} to {max}':
    'deve ser um número inteiro de milissegundos de {min} a {max}',
  'must be an ISO 8601 date': 'deve ser uma data ISO 8601',
  'must be an ISO 8601 date and time': 'deve ser uma data e hora ISO 8601',
  'must be an ISO 8601 date and time with a zone, such as {example}':
    'deve ser uma data e hora ISO 8601 com fuso, como {example}',
  'must be an ISO 8601 time such as {example}': 'deve ser uma data e hora ISO 8601, como {example}',
  'must be an ISO 8601 time while locked is true':
    'deve ser uma data e hora ISO 8601 enquanto locked é true',
  'must be an account': 'deve ser uma conta',
  'must be an array': 'deve ser uma lista',
  'must be an array of {min} to {max} components':
    'deve ser uma lista de {min} a {max} componentes',
  'must be an array of {min} to {max} delivery ids':
    'deve ser uma lista de {min} a {max} ids de entregas',
  'must be an array of {min} to {max} buttons': 'deve ser uma lista de {min} a {max} botões',
  'must be an array of {min} to {max} cards': 'deve ser uma lista de {min} a {max} cards',
  'must be an array of at most {max} event names':
    'deve ser uma lista de no máximo {max} nomes de eventos',
  'must be an array of one or more of {words}': 'deve ser uma lista com um ou mais entre {words}',
  'must be an e-mail address': 'deve ser um e-mail',
  'must be an e-mail address of at most {max} characters':
    'deve ser um e-mail de no máximo {max} caracteres',
  'must be an event type; nearest to "{value}": {name}':
    'deve ser um tipo de evento; o mais próximo de "{value}" é {name}',
  'must be an http or https URL': 'deve ser uma URL http ou https',
  'must be an http or https URL of at most {max} characters':
    'deve ser uma URL http ou https de no máximo {max} caracteres',
  'must be an integer': 'deve ser um número inteiro',
  'must be an integer from {min} to {max}': 'deve ser um número inteiro de {min} a {max}',
  'must be an object': 'deve ser um objeto',
  'must be an object of strings': 'deve ser um objeto de textos',
  'must be an object or a URL': 'deve ser um objeto ou uma URL',
  'must be an object with enabled': 'deve ser um objeto com enabled',
  'must be an object with gte and lte': 'deve ser um objeto com gte e lte',
  'must be an object with Chat and ID': 'deve ser um objeto com Chat e ID',
  'must be another: {problem}': 'deve ser outro: {problem}',
  'must be at least {min}': 'deve ser no mínimo {min}',
  'must be at most {max}': 'deve ser no máximo {max}',
  'must be at most {max}, not {count}': 'deve ser no máximo {max}, não {count}',
  'must be bytes': 'deve ser bytes',
  'must be exactly one emoji, or empty to take it back':
    'deve ser exatamente um emoji, ou vazio para retirar',
  'must be false for a document': 'deve ser false para um documento',
  'must be false: the contacts of the account are not known here, so statusJidList must name everybody who can see the status':
    'deve ser false: os contatos da conta não são conhecidos aqui, então statusJidList deve listar todos que podem ver o status',
  'must be given again: a stored one stays with its proxy':
    'deve ser informado de novo: o que está guardado vale só para o proxy dele',
  'must be given again: a stored value stays with its scheme, host and port':
    'deve ser informado de novo: o valor guardado vale só para o esquema, host e porta dele',
  'must be given again: stored secrets do not move to another address or command':
    'deve ser informado de novo: segredos guardados não passam para outro endereço ou comando',
  'must be given for a message of kind {kind}': 'é obrigatório para uma mensagem do tipo {kind}',
  'must be in the form {format}': 'deve estar na forma {format}',
  'must be in the future': 'deve estar no futuro',
  'must be more than dots': 'deve ter mais do que pontos',
  'must be next of the page before': 'deve ser o next da página anterior',
  'must be of a person': 'deve ser de uma pessoa',
  'must be of a person or a group': 'deve ser de uma pessoa ou de um grupo',
  'must be one emoji': 'deve ser um emoji',
  'must be one of {words}': 'deve ser um entre {words}',
  'must be one of {words}, since this instance sends templates as texts':
    'deve ser um entre {words}, pois esta instância envia modelos como textos',
  'must be one of: {words}': 'deve ser um entre: {words}',
  'must be one of those available here: {words}': 'deve ser um dos disponíveis aqui: {words}',
  'must be one of: gatehouse, evolution-api (evolution-go is for instances: it carries the key of one)':
    'deve ser um entre: gatehouse, evolution-api (evolution-go é para instâncias: leva a chave de uma)',
  'must be over {min}': 'deve ser maior que {min}',
  'must be under {max}': 'deve ser menor que {max}',
  'must be poll or text': 'deve ser poll ou text',
  'must be the JID of a channel, digits and @newsletter':
    'deve ser o JID de um canal: dígitos e @newsletter',
  'must be the JID of a group, such as {example}': 'deve ser o JID de um grupo, como {example}',
  'must be the JID of a person': 'deve ser o JID de uma pessoa',
  'must be the account itself, or absent, where fromMe is true':
    'deve ser a própria conta, ou estar ausente, quando fromMe é true',
  'must be the id of a label': 'deve ser o id de uma etiqueta',
  'must be the id of a message': 'deve ser o id de uma mensagem',
  'must be the id of a record': 'deve ser o id de um registro',
  'must be the id of a record; that of a message goes into key.id':
    'deve ser o id de um registro; o de uma mensagem vai em key.id',
  'must be the link of a channel, or the code that ends it':
    'deve ser o link de um canal, ou o código do final dele',
  'must be the name of a template, a text of {min}-{max} characters':
    'deve ser o nome de um modelo, um texto de {min} a {max} caracteres',
  'must be the person of the chat, or absent': 'deve ser a pessoa da conversa, ou estar ausente',
  'must be the same in query and body where both name it':
    'deve ser igual na query e no corpo quando está nos dois',
  'must be three letters such as BRL': 'deve ter três letras, como BRL',
  'must be true or false': 'deve ser true ou false',
  'must be true where participant is the account itself':
    'deve ser true quando participant é a própria conta',
  'must be {"key": {"id": the id of a message}}': 'deve ser {"key": {"id": o id de uma mensagem}}',
  'must be a place in the queue: a whole number from {min}':
    'deve ser um lugar na fila: um número inteiro a partir de {min}',
  'must be an id: a whole number from {min}': 'deve ser um id: um número inteiro a partir de {min}',
  'must be an event id': 'deve ser o id de um evento',
  'must be an object of texts': 'deve ser um objeto de textos',
  'must be {field}': 'deve ser {field}',
} as const;
