/** Failure sentences about messages, their files and how fast they are sent. */
export const sending = {
  'number or chat is required': 'number ou chat é obrigatório',
  'messages of channels and statuses cannot be reacted to, voted on, edited or removed':
    'mensagens de canais e status não podem receber reação, voto, edição nem remoção',
  'message {id} cannot be played: it is of kind {kind}':
    'a mensagem {id} não pode ser reproduzida: é do tipo {kind}',
  'message {id} was not sent: {reason}': 'a mensagem {id} não foi enviada: {reason}',
  'whether message {id} was sent is not known; its status says so once it is':
    'não se sabe se a mensagem {id} foi enviada; o status dela diz assim que se souber',
  'message {id} holds no file': 'a mensagem {id} não tem arquivo',
  'message {id} is a reaction, vote, edit or removal: name the message it is about':
    'a mensagem {id} é uma reação, voto, edição ou remoção: indique a mensagem de que ela trata',
  'message {id} is no poll': 'a mensagem {id} não é uma enquete',
  'the message is no poll': 'a mensagem não é uma enquete',
  'the poll has no option {name}': 'a enquete não tem a opção {name}',
  "at most {max} of the poll's options can be chosen":
    'no máximo {max} das opções da enquete podem ser escolhidas',
  'the message has no file': 'a mensagem não tem arquivo',
  'the message is being sent already': 'a mensagem já está sendo enviada',
  'the message is older than 15 minutes and cannot be edited any more':
    'a mensagem tem mais de 15 minutos e não pode mais ser editada',
  'only messages that the account sent can be edited':
    'só mensagens que a conta enviou podem ser editadas',
  'only texts and captions can be edited': 'só textos e legendas podem ser editados',
  'the content of the message is not stored': 'o conteúdo da mensagem não está guardado',
  'view-once messages cannot be forwarded':
    'mensagens de visualização única não podem ser encaminhadas',
  'messages of other people can be removed only in groups, by an admin':
    'o que outra pessoa escreveu só pode ser removido em grupos, pelos administradores',
  'a file cannot be forwarded to a channel or out of one: send the file itself':
    'um arquivo não pode ser encaminhado para um canal nem a partir de um: envie o próprio arquivo',
  'media could not be fetched: {reason}': 'não foi possível baixar media: {reason}',
  'media is larger than {bytes} bytes': 'media tem mais de {bytes} bytes',
  'media is no {what}: the file is {reason}': 'media não é {what}: o arquivo é {reason}',
  'media is {reason}, which phones do not show as {what}: send {problem}':
    'media é {reason}, que os celulares não mostram como {what}: envie {problem}',
  image: 'uma imagem',
  video: 'um vídeo',
  audio: 'um áudio',
  'a web page': 'uma página web',
  'a PDF': 'um PDF',
  'a ZIP archive': 'um arquivo ZIP',
  'plain text': 'texto puro',
  'a Photoshop file': 'um arquivo do Photoshop',
  'an icon (ICO)': 'um ícone (ICO)',
  'Flash video (FLV)': 'vídeo Flash (FLV)',
  'MPEG-2 video': 'vídeo MPEG-2',
  'a gzip archive': 'um arquivo gzip',
  'a 7z archive': 'um arquivo 7z',
  'a RAR archive': 'um arquivo RAR',
  'a program': 'um programa',
  'a Word document': 'um documento do Word',
  'an Excel sheet': 'uma planilha do Excel',
  'a presentation': 'uma apresentação',
  'an Android app (APK)': 'um aplicativo Android (APK)',
  'an OpenDocument file': 'um arquivo OpenDocument',
  'an older office document': 'um documento antigo do Office',
  'an Outlook message': 'uma mensagem do Outlook',
  'the card of a contact': 'o cartão de um contato',
  'a calendar': 'um calendário',
  'JPEG, PNG or WebP': 'JPEG, PNG ou WebP',
  'MP4 with H.264': 'MP4 com H.264',
  'MP3, M4A, AAC, AMR, or Opus in Ogg': 'MP3, M4A, AAC, AMR ou Opus em Ogg',
  'give the file itself or its URL, or send it with mediatype {kind}':
    'informe o próprio arquivo ou sua URL, ou envie com mediatype {kind}',
  'convert it, or send it with mediatype document': 'converta, ou envie com mediatype document',
  'convert it to MP4 and send that with gifPlayback, which phones play again and again':
    'converta para MP4 e envie com gifPlayback, que os celulares repetem sem parar',
  'convert it, send it as a voice note, or send it with mediatype document':
    'converta, envie como mensagem de voz, ou envie com mediatype document',
  'the files of the message are larger than {bytes} bytes together':
    'os arquivos da mensagem têm juntos mais de {bytes} bytes',
  'a WebP sticker is larger than {bytes} bytes': 'uma figurinha WebP tem mais de {bytes} bytes',
  'too much media is being sent at this moment': 'há mídia demais sendo enviada neste momento',
  'too much media waits for its upload': 'há mídia demais esperando upload',
  'the {field} could not be converted in time': 'não deu tempo de converter {field}',
  'the audio could not be converted': 'não foi possível converter o áudio',
  'is {what}: send MP3, WAV, or Opus in Ogg or WebM':
    'é {what}: envie MP3, WAV, ou Opus em Ogg ou WebM',
  'of a kind that is not known': 'de um tipo desconhecido',
  'AAC or MP2': 'AAC ou MP2',
  'Ogg without Opus, or damaged': 'Ogg sem Opus, ou danificado',
  'is MP3 that ends within a frame': 'é MP3 que termina no meio de um frame',
  'is MP3 that goes from {from} to {to} samples a second':
    'é MP3 que passa de {from} para {to} amostras por segundo',
  'is MP3, for which the package mpg123-decoder is not installed on the server (`npm install mpg123-decoder`): send WAV, or Opus in Ogg or WebM':
    'é MP3, e o pacote mpg123-decoder não está instalado no servidor (`npm install mpg123-decoder`): envie WAV, ou Opus em Ogg ou WebM',
  'is WebM of too many parts': 'é WebM com partes demais',
  'is WebM with several packets in a block, which cannot be read':
    'é WebM com vários pacotes em um bloco, que não dá para ler',
  'is WebM without Opus': 'é WebM sem Opus',
  'is a WAV file of format {format} with {bits} bits, which cannot be read':
    'é um WAV de formato {format} com {bits} bits, que não dá para ler',
  'is a damaged MP3 file: a frame cannot be decoded':
    'é um MP3 danificado: um frame não pode ser decodificado',
  'is a damaged MP3 file: no frame begins at byte {at}':
    'é um MP3 danificado: nenhum frame começa no byte {at}',
  'is a damaged WAV file': 'é um WAV danificado',
  'has no sound in it': 'não tem som',
  'has {count} channels: {min}-{max} can be read':
    'tem {count} canais: dá para ler de {min} a {max}',
  'has {count} samples a second: {min}-{max} can be read':
    'tem {count} amostras por segundo: dá para ler de {min} a {max}',
  'is longer than {minutes} minutes': 'dura mais de {minutes} minutos',
  'has more than {max} pixels': 'tem mais de {max} pixels',
  'is a JPEG of {count} scans, more than {max}': 'é um JPEG com {count} varreduras, mais de {max}',
  'is a JPEG of {count} scans, too many for its size':
    'é um JPEG com {count} varreduras, demais para o tamanho',
  'is a damaged picture': 'é uma imagem danificada',
  'is a picture that cannot be read here: send PNG, JPEG or WebP':
    'é uma imagem que não dá para ler aqui: envie PNG, JPEG ou WebP',
  'is more than {max} pixels long or wide': 'tem mais de {max} pixels de altura ou largura',
  'is no picture: PNG, JPEG, WebP, GIF and BMP can be read':
    'não é uma imagem: dá para ler PNG, JPEG, WebP, GIF e BMP',
  'the message was not sent: {reason}': 'a mensagem não foi enviada: {reason}',
  '{count} messages went out within a minute': '{count} mensagens saíram em um minuto',
  '{count} new chats were opened within 24 hours':
    '{count} conversas novas foram abertas em 24 horas',
  'earlier messages of the chat wait to be sent': 'mensagens anteriores da conversa esperam envio',
  '{count} messages of the instance wait to be sent already':
    'já há {count} mensagens da instância esperando envio',
  'the messages of the instance that wait to be sent would take more than {bytes} bytes':
    'as mensagens da instância que esperam envio passariam de {bytes} bytes',
  'too many messages wait to be sent': 'há mensagens demais esperando envio',
  'too many calls wait for their delay: try again later':
    'há chamadas demais esperando o delay: tente mais tarde',
  'too many calls wait for this instance': 'há chamadas demais esperando esta instância',
  'too many calls wait for another thread': 'há chamadas demais esperando outra thread',
  'too many numbers wait to be looked up: try again later':
    'há números demais esperando consulta: tente mais tarde',
  'too many webhooks of this number wait to be written':
    'há webhooks demais deste número esperando gravação',
  'more than {max} events per second': 'mais de {max} eventos por segundo',
  '{count} events at once are more than {max} events per second':
    '{count} eventos de uma vez são mais que {max} eventos por segundo',
  '{field} or {name} must be given, and not both':
    '{field} ou {name} deve ser informado, e não os dois',
  'thumbnailUrl, videoUrl and documentUrl must not be given together':
    'thumbnailUrl, videoUrl e documentUrl não podem vir juntos',
  'buttons must be reply buttons, or one of type url alone':
    'buttons devem ser botões de resposta, ou um único do tipo url',
  'buttons of type pix must be alone': 'botões do tipo pix devem ser os únicos',
  'every section needs a title where there are several':
    'cada seção precisa de título quando há várias',
  'the ids of {field} must differ': 'os ids de {field} devem ser diferentes',
  'the texts of {field} must differ': 'os textos de {field} devem ser diferentes',
  'the texts of all reply buttons {problem}': 'os textos dos botões de resposta {problem}',
  'the titles of all rows {problem}': 'os títulos das linhas {problem}',
  'title with description and footer {problem}': 'title com description e footer {problem}',
  'there must be {min}-{max} {field}': 'deve haver de {min} a {max} {field}',
  'Phones do not show lists and buttons of personal WhatsApp accounts. Send a text or a poll, or say "fallback": "poll" to send the choices as one. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true.':
    'Celulares não mostram listas e botões de contas pessoais do WhatsApp. Envie um texto ou uma enquete, ou use "fallback": "poll" para enviar as opções como enquete. Para tentar mesmo assim, use "interactive": "try" ou defina INTERACTIVE_ON_PHONES=true.',
  'Paired phones do not send forms (flows), only instances of the official API do. Ask by a text, or send a link to a page with the form.':
    'Celulares conectados não enviam formulários (flows), só instâncias da API oficial enviam. Pergunte por texto ou envie um link para uma página com o formulário.',
  'Phones do not show carousels of personal WhatsApp accounts: send each card as an image with a caption, or say "fallback": "text" to send all as one text. To try them nevertheless, say "interactive": "try" or set INTERACTIVE_ON_PHONES=true.':
    'Celulares não mostram carrosséis de contas pessoais do WhatsApp: envie cada card como imagem com legenda, ou use "fallback": "text" para enviar tudo como um texto. Para tentar mesmo assim, use "interactive": "try" ou defina INTERACTIVE_ON_PHONES=true.',
  'carousels are sent by the official API as templates: send each card as an image with a caption, or a template by POST /message/sendTemplate/{name}':
    'carrosséis são enviados pela API oficial como modelos: envie cada card como imagem com legenda, ou um modelo por POST /message/sendTemplate/{name}',
  'template {name} in {language} not found': 'modelo {name} em {language} não encontrado',
  'template {name} in {language} not found: it is there in {others}':
    'modelo {name} em {language} não encontrado: existe em {others}',
  'template {name} in {language} is {status}: only approved ones can be sent':
    'modelo {name} em {language} está {status}: só os aprovados podem ser enviados',
  'a template {name} in {language} exists already': 'já existe um modelo {name} em {language}',
  'the instance holds {max} templates already': 'a instância já tem {max} modelos',
  'the instance would hold more than {bytes} bytes of templates':
    'a instância passaria de {bytes} bytes de modelos',
  'the text of the template must have at most {max} characters below a file, with its variables filled in':
    'o texto do modelo deve ter no máximo {max} caracteres abaixo de um arquivo, com as variáveis preenchidas',
  'the header of the template must have the id of a file that was uploaded for this instance':
    'o cabeçalho do modelo deve ter o id de um arquivo enviado para esta instância',
  'the link of the header {problem}': 'o link do cabeçalho {problem}',
  'name category, components or message_send_ttl_seconds':
    'informe category, components ou message_send_ttl_seconds',
} as const;
