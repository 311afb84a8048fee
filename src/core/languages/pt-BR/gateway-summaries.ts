/** Summaries of the gateway's operations, by those in the API document. */
export const gatewaySummaries: Readonly<Record<string, string>> = {
  'Create an instance': 'Criar uma instância',
  'List instances': 'Listar instâncias',
  'Get the state of the connection, with its reason': 'Ver o estado da conexão, com o motivo',
  'List the states that an instance was in, with their reasons':
    'Listar os estados em que uma instância esteve, com os motivos',
  'Get the limits that the platform sets for the account':
    'Ver os limites que a plataforma impõe à conta',
  'Connect an instance and get the code to pair it with':
    'Conectar uma instância e receber o código de pareamento',
  'Connect an instance and set where its events go':
    'Conectar uma instância e definir para onde vão seus eventos',
  'Restart the connection of an instance': 'Reiniciar a conexão de uma instância',
  'Close the connection of an instance and keep it paired':
    'Fechar a conexão de uma instância sem encerrar a sessão',
  'Unpair an instance': 'Encerrar a sessão de uma instância',
  'Delete an instance': 'Excluir uma instância',
  'Replace the key of an instance': 'Trocar a chave de uma instância',
  "Replace the credentials of a number of WhatsApp's official API":
    'Trocar as credenciais de um número da API oficial do WhatsApp',
  'Configure the event webhook of an instance': 'Configurar o webhook de eventos de uma instância',
  'Get the event webhook of an instance': 'Ver o webhook de eventos de uma instância',
  'List the endpoints that the events of an instance go to':
    'Listar os endpoints para onde vão os eventos de uma instância',
  'Add an endpoint to an instance': 'Adicionar um endpoint a uma instância',
  'Get an endpoint of an instance': 'Ver um endpoint de uma instância',
  'Delete an endpoint of an instance': 'Excluir um endpoint de uma instância',
  'Change an endpoint of an instance': 'Alterar um endpoint de uma instância',
  'Replay events from a time range to an endpoint':
    'Repetir os eventos de um período para um endpoint',
  'List the replays of an endpoint, newest first':
    'Listar as repetições de um endpoint, a mais nova primeiro',
  'Get a replay of an endpoint and its progress':
    'Ver uma repetição de um endpoint e seu andamento',
  'Pause a replay': 'Pausar uma repetição',
  'Resume a replay': 'Retomar uma repetição',
  'Cancel a replay': 'Cancelar uma repetição',
  'Test a filter on stored events': 'Testar um filtro com eventos guardados',
  'Test a transform on a stored event': 'Testar uma transformação com um evento guardado',
  'Get the secret that signs the deliveries of an instance':
    'Ver o segredo que assina as entregas de uma instância',
  'Replace the signing secret': 'Trocar o segredo de assinatura',
  'Send a test event to an endpoint': 'Enviar um evento de teste a um endpoint',
  'List the labels of the account or of a chat': 'Listar as etiquetas da conta ou de uma conversa',
  'Send a text': 'Enviar um texto',
  'Send a location': 'Enviar uma localização',
  'Send cards of contacts': 'Enviar cartões de contatos',
  'Send a poll': 'Enviar uma enquete',
  'Vote in a poll': 'Votar em uma enquete',
  'React to a message': 'Reagir a uma mensagem',
  'Forward a message': 'Encaminhar uma mensagem',
  'Edit a text or a caption': 'Editar um texto ou uma legenda',
  'Remove a message for everyone': 'Apagar uma mensagem para todos',
  'Send a list, or its rows as a poll or text':
    'Enviar uma lista, ou suas linhas como enquete ou texto',
  'Send buttons, or reply buttons as a poll or text':
    'Enviar botões, ou botões de resposta como enquete ou texto',
  'Send cards with buttons side by side, or all of it as a text':
    'Enviar cartões com botões lado a lado, ou tudo como texto',
  'Send a form (flow) to be filled in': 'Enviar um formulário (flow) para preencher',
  'Send an image, a video, audio or a document':
    'Enviar uma imagem, um vídeo, um áudio ou um documento',
  'Send a voice note': 'Enviar uma mensagem de voz',
  'Send a round video': 'Enviar um vídeo redondo',
  'Send a sticker': 'Enviar uma figurinha',
  'Post a status': 'Publicar um status',
  'Get the status of a sent message': 'Ver o status de uma mensagem enviada',
  'List the messages that wait to be sent': 'Listar as mensagens que esperam envio',
  'Get a message that waits to be sent': 'Ver uma mensagem que espera envio',
  'Cancel a message that waits to be sent': 'Cancelar uma mensagem que espera envio',
  'Explain what became of a message': 'Explicar o que aconteceu com uma mensagem',
  'Mark messages as read': 'Marcar mensagens como lidas',
  'Mark voice notes as played': 'Marcar mensagens de voz como ouvidas',
  'Show the account as typing or recording': 'Mostrar que a conta está digitando ou gravando',
  'Show the account as online or offline': 'Mostrar que a conta está online ou offline',
  'Watch who is online, typing or recording in a chat':
    'Observar quem está online, digitando ou gravando em uma conversa',
  'Archive or unarchive a chat': 'Arquivar ou desarquivar uma conversa',
  'Mark a chat as unread': 'Marcar uma conversa como não lida',
  'Pin or unpin a chat': 'Fixar ou desafixar uma conversa',
  'Mute or unmute a chat': 'Silenciar uma conversa ou reativar o som dela',
  'Add or remove a label of a chat or a message':
    'Adicionar uma etiqueta a uma conversa ou mensagem, ou removê-la',
  'Create, change or delete a label': 'Criar, alterar ou excluir uma etiqueta',
  'Check whether phone numbers are on the platform':
    'Verificar se números de telefone estão na plataforma',
  'Merge contacts and chats that are the same person':
    'Mesclar contatos e conversas da mesma pessoa',
  'Get the profile picture of a person or a group':
    'Ver a foto de perfil de uma pessoa ou de um grupo',
  'Get the profile of a person': 'Ver o perfil de uma pessoa',
  'Get the profile of a business': 'Ver o perfil de uma empresa',
  'Block or unblock a contact': 'Bloquear ou desbloquear um contato',
  'List the contacts that the account has blocked': 'Listar os contatos que a conta bloqueou',
  'Reject a call': 'Recusar uma ligação',
  'Set the name of the account': 'Definir o nome da conta',
  'Set the about text of the account': 'Definir o recado da conta',
  'Change the privacy settings of the account': 'Alterar as configurações de privacidade da conta',
  'Fetch older messages of a chat': 'Buscar mensagens mais antigas de uma conversa',
  'Set the profile picture of the account': 'Definir a foto de perfil da conta',
  'Remove the profile picture of the account': 'Remover a foto de perfil da conta',
  'Get the privacy settings of the account': 'Ver as configurações de privacidade da conta',
  'Get the votes of a poll': 'Ver os votos de uma enquete',
  'Download the file of a message': 'Baixar o arquivo de uma mensagem',
  'Get a group': 'Ver um grupo',
  'List the groups of the account': 'Listar os grupos da conta',
  'Create a group': 'Criar um grupo',
  'Get the group that an invitation leads to': 'Ver o grupo a que um convite leva',
  'List the members of a group': 'Listar os participantes de um grupo',
  'Approve or reject requests to join a group': 'Aprovar ou recusar pedidos de entrada em um grupo',
  'Rename a group': 'Renomear um grupo',
  'Set the description of a group': 'Definir a descrição de um grupo',
  'Add, remove, promote or demote members of a group':
    'Adicionar ou remover participantes de um grupo, ou mudar quem é admin',
  'Set who may write in a group, and who may change it':
    'Definir quem pode escrever em um grupo e quem pode alterá-lo',
  'Set who may add members to a group': 'Definir quem pode adicionar participantes a um grupo',
  'Set how long messages of a group stay before they disappear':
    'Definir a duração das mensagens temporárias de um grupo',
  'Set the picture of a group': 'Definir a foto de um grupo',
  'Leave a group': 'Sair de um grupo',
  'Get the invitation link of a group': 'Ver o link de convite de um grupo',
  'Replace the invitation link of a group': 'Redefinir o link de convite de um grupo',
  'List the requests to join a group': 'Listar os pedidos de entrada em um grupo',
  'Join a group by its invitation link': 'Entrar em um grupo pelo link de convite',
  'Send people the invitation link of a group': 'Enviar a pessoas o link de convite de um grupo',
  'Set whether events also go to RabbitMQ': 'Definir se os eventos também vão para o RabbitMQ',
  'Get whether and which events go to RabbitMQ': 'Ver se eventos vão para o RabbitMQ, e quais',
  'Set whether events also go to NATS': 'Definir se os eventos também vão para o NATS',
  'Get whether and which events go to NATS': 'Ver se eventos vão para o NATS, e quais',
  'Set whether events also go to the WebSocket feed':
    'Definir se os eventos também vão para o WebSocket',
  'Get whether and which events go to the WebSocket feed':
    'Ver se eventos vão para o WebSocket, e quais',
  'List the channels that the account follows': 'Listar os canais que a conta segue',
  'Get a channel': 'Ver um canal',
  'Get the channel that a link leads to': 'Ver o canal a que um link leva',
  'Follow a channel': 'Seguir um canal',
  'Unfollow a channel': 'Deixar de seguir um canal',
  'Set the proxy of an instance': 'Definir o proxy de uma instância',
  'Get the proxy of an instance': 'Ver o proxy de uma instância',
  'Update automatic behaviour (reject calls, mark as read, …)':
    'Alterar o comportamento automático (recusar ligações, marcar como lida, …)',
  'Get the automatic behaviour of an account': 'Ver o comportamento automático de uma conta',
  'List the events of an instance, in order': 'Listar os eventos de uma instância, em ordem',
  'Search the events of an instance, newest first':
    'Buscar eventos de uma instância, o mais novo primeiro',
  'List the deliveries of an instance, oldest first':
    'Listar as entregas de uma instância, a mais antiga primeiro',
  'Get a delivery with its attempts': 'Ver uma entrega com suas tentativas',
  'Preview the request of a delivery': 'Pré-visualizar a requisição de uma entrega',
  'Search deliveries, newest first': 'Buscar entregas, a mais nova primeiro',
  'Count the deliveries that would be sent again': 'Contar as entregas que seriam reenviadas',
  'Send deliveries again': 'Reenviar entregas',
  'List messages of a chat or of all chats, newest first':
    'Listar mensagens de uma ou de todas as conversas, a mais nova primeiro',
  'List the status changes of sent messages': 'Listar as mudanças de status de mensagens enviadas',
  'List chats, those with the newest message first':
    'Listar conversas, primeiro as que têm a mensagem mais nova',
  'Get a chat': 'Ver uma conversa',
  'List contacts: the people, groups and channels that messages came from or went to':
    'Listar contatos: as pessoas, os grupos e os canais que enviaram ou receberam mensagens',
  'Search messages by their texts and captions': 'Buscar mensagens por textos e legendas',
  'Look up the person behind an address': 'Descobrir de quem é um endereço',
  'Read the audit of the gateway zone': 'Ler a auditoria do gateway',
  'Get an overview of all instances': 'Ver um resumo de todas as instâncias',
  'Get the figures of an instance for up to 7 days':
    'Ver os números de uma instância de até 7 dias',
  'Get the figures of all instances for up to 7 days':
    'Ver os números de todas as instâncias de até 7 dias',
  'Get the version, the limits in force and the last backup':
    'Ver a versão, os limites em vigor e o último backup',
  'Get the state of every channel': 'Ver o estado de cada canal',
  'List the nodes that share the database': 'Listar os nós que compartilham o banco de dados',
  'Get metrics for Prometheus': 'Ler métricas para o Prometheus',
  'Create a ticket that opens one WebSocket within 60 seconds':
    'Criar um ticket que abre um WebSocket dentro de 60 segundos',
  'Simulate an incoming message': 'Simular a chegada de uma mensagem',
  'Simulate any event': 'Simular qualquer evento',
  'List the messages that were sent through the instance':
    'Listar as mensagens enviadas pela instância',
  'List what was done through the instance beside sending':
    'Listar o que mais foi feito pela instância, além de enviar',
  'Simulate a lost connection': 'Simular uma conexão perdida',
  'Simulate that the phone removes the device': 'Simular que o celular remove o dispositivo',
  'Simulate that the phone scans the QR code': 'Simular que o celular lê o QR code',
  'Simulate that the phone types the pairing code':
    'Simular que o código de pareamento é digitado no celular',
  'Simulate a receipt': 'Simular uma confirmação de entrega ou leitura',
  'Set how the platform answers sent messages':
    'Definir como a plataforma responde às mensagens enviadas',
  'List the message templates of an instance': 'Listar os modelos de mensagem de uma instância',
  'Create a message template': 'Criar um modelo de mensagem',
  'Change a message template': 'Alterar um modelo de mensagem',
  'Delete a message template': 'Excluir um modelo de mensagem',
  'Send a template': 'Enviar um modelo',
  'List the links to pages for the customer of an instance':
    'Listar os links para páginas do cliente de uma instância',
  'Create a link to a page for the customer of an instance':
    'Criar um link para uma página do cliente de uma instância',
  'End a link and the page that was opened with it':
    'Revogar um link e fechar a página aberta com ele',
  'Receive a delivery, and answer what arrived': 'Receber uma entrega e responder com o que chegou',
  'Check whether the process is alive': 'Verificar se o processo está ativo',
  'Check whether the service is ready': 'Verificar se o serviço está pronto',
  'Get a passkey ceremony, as the browser needs it':
    'Ver a verificação por chave de acesso na forma de que o navegador precisa',
  "Submit the response of the browser's passkey":
    'Enviar a resposta da chave de acesso do navegador',
  'Confirm that both codes are the same': 'Confirmar que os dois códigos são iguais',
  'Answer Meta when it sets up the webhook of all numbers':
    'Responder à Meta quando ela configura o webhook de todos os números',
  'Receive what Meta sends for any number': 'Receber o que a Meta envia para qualquer número',
  'Answer Meta when it sets up the webhook of an instance of another app':
    'Responder à Meta quando ela configura o webhook de uma instância de outro aplicativo',
  'Receive what Meta sends for the numbers of another app':
    'Receber o que a Meta envia para os números de outro aplicativo',
};
