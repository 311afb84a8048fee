/** More problems of a field, which follow its name in the sentence. */
export const moreFields = {
  'must begin with http:// or https:// and a host':
    'deve começar com http:// ou https:// e um host',
  'must be an object with at least one field': 'deve ser um objeto com pelo menos um campo',
  'must be absent where the action is data_exchange': 'deve faltar quando a ação é data_exchange',
  'must be left out: each request has one event, which is answered, counted and tried again by itself':
    'deve ser omitido: cada requisição leva um só evento, que é respondido, contado e repetido separadamente',
  'must differ': 'devem ser diferentes',
  'must have 1-{max} characters': 'deve ter de 1 a {max} caracteres',
  'must have a valid header name': 'deve ter um nome de cabeçalho válido',
  'must have a value: ******** keeps a stored value, and none is stored under this name':
    'deve ter um valor: ******** mantém um valor guardado, e não há nenhum com este nome',
  'must have a word to search for': 'deve ter uma palavra para buscar',
  'must have all QUICK_REPLY buttons before the others or after them':
    'deve ter todos os botões QUICK_REPLY antes ou depois dos outros',
  'must have an imageUrl or a videoUrl, not both': 'deve ter imageUrl ou videoUrl, não os dois',
  'must have at least {min} characters': 'deve ter no mínimo {min} caracteres',
  'must have at least {min} field': 'deve ter no mínimo {min} campo',
  'must have at least {min} fields': 'deve ter no mínimo {min} campos',
  'must have at least {min} item': 'deve ter no mínimo {min} item',
  'must have at least {min} items': 'deve ter no mínimo {min} itens',
  'must have at most one variable': 'deve ter no máximo uma variável',
  'must have at most one variable, at its end': 'deve ter no máximo uma variável, no final',
  'must have at most {max} bytes': 'deve ter no máximo {max} bytes',
  'must have at most {max} bytes as JSON': 'deve ter no máximo {max} bytes em JSON',
  'must have at most {max} characters': 'deve ter no máximo {max} caracteres',
  'must have at most {max} characters as JSON': 'deve ter no máximo {max} caracteres em JSON',
  'must have at most {max} characters, percent-encoded':
    'deve ter no máximo {max} caracteres, com percent-encoding',
  'must have at most {max} field': 'deve ter no máximo {max} campo',
  'must have at most {max} fields': 'deve ter no máximo {max} campos',
  'must have at most {max} item': 'deve ter no máximo {max} item',
  'must have at most {max} items': 'deve ter no máximo {max} itens',
  'must have at most {max} levels': 'deve ter no máximo {max} níveis',
  'must have names of {min} to {max} visible ASCII characters':
    'deve ter nomes de {min} a {max} caracteres ASCII visíveis',
  'must have no colon': 'não pode ter dois-pontos',
  'must have no control characters': 'não pode ter caracteres de controle',
  'must have one of {words}': 'deve ter um entre {words}',
  'must have a text between two variables': 'deve ter um texto entre duas variáveis',
  'must have the same components and types of buttons as the first card':
    'deve ter os mesmos componentes e tipos de botões do primeiro card',
  'must hold BUTTONS with one of type OTP': 'deve ter BUTTONS com um do tipo OTP',
  'must hold a BODY': 'deve ter um BODY',
  'must hold a HEADER of format IMAGE, VIDEO or PRODUCT':
    'deve ter um HEADER com format IMAGE, VIDEO ou PRODUCT',
  'must hold at most {max} buttons': 'deve ter no máximo {max} botões',
  'must hold no FOOTER beside LIMITED_TIME_OFFER':
    'não pode ter FOOTER junto de LIMITED_TIME_OFFER',
  'must hold no buttons, cards or offer beside CALL_PERMISSION_REQUEST':
    'não pode ter botões, cards nem oferta junto de CALL_PERMISSION_REQUEST',
  'must hold no {value}, since the category is AUTHENTICATION':
    'não pode ter {value}, porque a categoria é AUTHENTICATION',
  'must hold no {value}, which is for the category MARKETING':
    'não pode ter {value}, que é da categoria MARKETING',
  'must hold nothing but a BODY beside CAROUSEL': 'só pode ter BODY junto de CAROUSEL',
  'must hold a JSON object': 'deve ter um objeto JSON',
  'must hold only visible ASCII characters, spaces and tabs':
    'deve ter só caracteres ASCII visíveis, espaços e tabs',
  'must hold times such as {example} under gte and lte':
    'deve ter datas e horas como {example} em gte e lte',
  'must match {pattern}': 'deve corresponder a {pattern}',
  'must name each stage once ({problems})': 'deve ter cada etapa uma vez ({problems})',
  'missing: {ids}': 'faltam: {ids}',
  'not of this pipeline: {ids}': 'não são deste funil: {ids}',
  'twice: {ids}': 'repetidas: {ids}',
  'must name its variables in lower-case letters, digits and underscores, such as {example}, since parameter_format is NAMED':
    'deve nomear as variáveis com letras minúsculas, dígitos e sublinhados, como {example}, porque parameter_format é NAMED',
  'must name users of the account; these are not: {ids}':
    'deve ter usuários da conta; estes não são: {ids}',
  'must neither begin nor end with a variable': 'não pode começar nem terminar com uma variável',
  'must not be after to': 'não pode ser depois de to',
  'must not be blank': 'não pode ficar em branco',
  'must not be called: {reason}': 'não pode ser chamado: {reason}',
  'must not be combined with state, from or to': 'não pode vir junto com state, from ou to',
  'must not be empty': 'não pode ficar vazio',
  'must not be false with scheduleAt or delay': 'não pode ser false com scheduleAt ou delay',
  'must not be given twice': 'não pode vir duas vezes',
  'must not be in the future': 'não pode estar no futuro',
  'must not be in the past': 'não pode estar no passado',
  'must be at most 30 days ahead': 'pode estar no máximo 30 dias à frente',
  'must not be more than {max} times as long as wide':
    'não pode ter o comprimento maior que {max} vezes a largura',
  'must not be set': 'não pode ser definido',
  'must not be used: {reason}': 'não pode ser usado: {reason}',
  'must not contain control or zero-width characters':
    'não pode ter caracteres de controle nem de largura zero',
  'must not have the same item twice': 'não pode ter o mesmo item duas vezes',
  'must be given whole: {mask} keeps the stored URL while nothing else changes':
    'deve ser dada inteira: {mask} mantém a URL guardada enquanto nada mais mudar',
  'credentials in it would be shown with it: let the receiver check the signature of WEBHOOK_SECRET, or give the webhook of an instance `headers` with Authorization':
    'as credenciais que ela contém seriam mostradas com ela: faça o receptor conferir a assinatura de WEBHOOK_SECRET, ou dê ao webhook de uma instância `headers` com Authorization',
  'must not hold credentials': 'não pode ter credenciais',
  'must not include permissions that you do not hold: {names}':
    'não pode ter o que você mesmo não tem: {names}',
  'must not hold whitespace, control characters or backslashes':
    'não pode ter espaços, caracteres de controle nem barras invertidas',
  'must not name port 0': 'não pode usar a porta 0',
  'must number its variables {{1}}, {{2}} and so on without a gap (names need parameter_format NAMED)':
    'deve numerar as variáveis {{1}}, {{2}} e assim por diante, sem pular (nomes exigem parameter_format NAMED)',
  'must be IMAGE or VIDEO beside LIMITED_TIME_OFFER':
    'deve ser IMAGE ou VIDEO junto de LIMITED_TIME_OFFER',
  'must be MP4: phones play no other round videos':
    'deve ser MP4: celulares não reproduzem outros vídeos redondos',
  'needs a username': 'precisa de um username',
  'needs {names} too': 'também precisa de {names}',
  'cannot be chosen: the answer has the id that the message gets':
    'não pode ser escolhido: a resposta traz o id que a mensagem recebe',
  'counts within an instance: name it in instance':
    'conta dentro de uma instância: informe qual em instance',
  'must hold a body with one parameter, for {variables}':
    'deve ter um body com um parâmetro, para {variables}',
  'must hold a body with {count} parameters, for {variables}':
    'deve ter um body com {count} parâmetros, para {variables}',
  'must hold a button {at} with one parameter, of type {type}':
    'deve ter um botão {at} com um parâmetro, do tipo {type}',
  'belongs to instances of {provider}, not of {other}':
    'é de instâncias de {provider}, não de {other}',
  'is only for status Error': 'só serve com status Error',
  'does not go with messageId': 'não combina com messageId',
  'is not the pairing code': 'não é o código de pareamento',
  'is not of a webauthn.get': 'não é de um webauthn.get',
  'is needed: the present key has expired, and what is absent stays':
    'é obrigatório: a chave atual expirou, e o que não vem fica como está',
  '{problem} or null': '{problem} ou null',
  'must be over within {days} days, and these {count} attempts take {total} days':
    'deve terminar em {days} dias, e estas {count} tentativas levam {total} dias',
  'must be the id of an endpoint': 'deve ser o id de um endpoint',
  'must be {min}-{max} characters without control characters':
    'deve ter de {min} a {max} caracteres, sem caracteres de controle',
  'must stay default': 'deve continuar default',
  'must not be default': 'não pode ser default',
  'must be {from} to {max} whole numbers of at least {min}':
    'deve ter de {from} a {max} números inteiros de no mínimo {min}',
  'must be a text of at most {max} characters on one line':
    'deve ser um texto de no máximo {max} caracteres em uma linha',
  'must not begin with portal_': 'não pode começar com portal_',
} as const;
