import type { instances as english } from '../en/instances.ts';

export const instances: typeof english = {
  title: 'Instâncias',
  allDeliveries: 'Entregas de todas as instâncias',
  find: 'Buscar instâncias',
  switch: 'Trocar de instância',
  notFound: 'Nenhuma instância com esse nome.',
  more: (count) => `Mais ${count}: use a busca.`,
  newTitle: 'Nova instância',
  needsGlobalKey: 'Precisa da chave global.',
  nameHint: 'Até 64 caracteres, sem barra',
  provider: 'Provedor',
  numberHint: 'Opcional, com o código do país',
  create: 'Criar instância',
  phoneNumberId: 'ID do número de telefone',
  businessAccountId: 'ID da conta comercial',
  fromMeta: 'Seu aplicativo da Meta mostra os dois em “Configuração da API”',
  accessToken: 'Token de acesso',
  appSecret: 'Chave secreta do aplicativo',
  appSecretHint: 'Opcional. Padrão: a do serviço',
  gone: (name) => `A instância ${name} não existe ou esta chave não pode vê-la.`,
  actions: (name) => `Ações de ${name}`,
  restart: 'Reiniciar',
  restarted: (state) => `Reiniciada: ${state}`,
  logOut: 'Encerrar sessão',
  logOutTitle: (name) => `Encerrar a sessão de ${name}?`,
  logOutText: 'O pareamento é desfeito. Para usar a instância de novo, pareie com o celular.',
  logOutCloud: 'Ela mantém o número e o token, e não envia nada até você conectá-la de novo.',
  logOutAction: (name) => `Encerrar a sessão de ${name}`,
  loggedOut: (name) => `A sessão de ${name} foi encerrada`,
  deleteTitle: (name) => `Excluir ${name}?`,
  deleteText:
    'O pareamento é desfeito. A chave, as configurações e as entregas em espera são excluídas permanentemente.',
  deleteAction: (name) => `Excluir ${name}`,
  panels: (name) => `Seções de ${name}`,
  start: 'Primeiros passos',
  connection: 'Conexão',
  conversations: 'Conversas',
  endpoints: 'Webhooks',
  apps: 'Aplicativos',
  deliveries: 'Entregas',
  events: 'Eventos',
  groups: 'Grupos',
  labels: 'Etiquetas',
  templates: 'Modelos',
  settings: 'Configurações',
  states: {
    open: 'conectada',
    connecting: 'conectando',
    close: 'desconectada',
  },
  phases: {
    created: 'criada',
    logged_out: 'sessão encerrada',
    qr_timeout: 'não pareada a tempo',
    failed: 'falhou',
    banned: 'banida',
    stopped: 'parada',
    starting: 'iniciando',
    waiting_qr: 'QR code',
    pairing: 'pareando',
    passkey: 'chave de acesso',
    passkey_confirm: 'código da chave de acesso',
    syncing: 'sincronizando',
    reconnecting: 'reconectando',
    open: 'conectada',
  },
  reasons: {
    connecting: 'conectando',
    connected: 'conectada',
    paired: 'pareada',
    'restart requested': 'reinício solicitado',
    'QR code scanned': 'QR code lido',
    'pairing code typed': 'código de pareamento digitado',
    'waiting for the QR code to be scanned': 'aguardando a leitura do QR code',
    'waiting for the pairing code to be typed': 'aguardando a digitação do código de pareamento',
    'waiting for a browser to use the passkey of the account':
      'aguardando um navegador usar a chave de acesso da conta',
    'waiting for the code to be compared and confirmed':
      'aguardando a comparação e a confirmação do código',
    'no phone typed the pairing code': 'nenhum celular digitou o código de pareamento',
    'WhatsApp declared too many codes void: connect again later':
      'o WhatsApp anulou códigos demais: conecte de novo mais tarde',
    'WhatsApp wants a person to ask for the next code: connect again':
      'o WhatsApp quer que você peça o próximo código: conecte de novo',
    'WhatsApp refuses the code to type': 'o WhatsApp recusa o pareamento por código',
    "the phone's answer to the typed code cannot be read":
      'não é possível ler a resposta do celular ao código de pareamento',
    'WhatsApp continued the typed code with an unknown step':
      'o WhatsApp respondeu ao código de pareamento com um passo desconhecido',
    'WhatsApp declared the code to type void': 'o WhatsApp anulou o código de pareamento',
    'the credentials cannot be saved': 'não é possível salvar as credenciais',
    'the credentials are gone: pair again': 'as credenciais não existem mais: pareie de novo',
    'disconnected by request': 'desconectada a pedido',
    'WhatsApp refuses the log-in as expired: connect again, or log out and pair again':
      'o WhatsApp diz que o acesso expirou: conecte de novo, ou encerre a sessão e pareie de novo',
    'WhatsApp refuses the log-in as invalid: connect again, or log out and pair again':
      'o WhatsApp diz que o acesso é inválido: conecte de novo, ou encerre a sessão e pareie de novo',
    'WhatsApp does not find the account: log out and pair again':
      'o WhatsApp não encontra a conta: encerre a sessão e pareie de novo',
    'WhatsApp does not know this device: log out and pair again':
      'o WhatsApp não conhece este dispositivo: encerre a sessão e pareie de novo',
    'removed by the phone': 'removida pelo celular',
    'logged out by request': 'sessão encerrada a pedido',
    'service restarted': 'serviço reiniciado',
    'connection lost': 'conexão perdida',
    'WhatsApp has banned the account': 'o WhatsApp baniu a conta',
    'WhatsApp has banned the account for a while': 'o WhatsApp baniu a conta temporariamente',
    'WhatsApp refuses the account: banned, or its phone is gone':
      'o WhatsApp recusa a conta: banida, ou sem celular',
    'WhatsApp refuses this client': 'o WhatsApp recusa este cliente',
    'WhatsApp refuses this client as outdated: set WHATSAPP_WEB_VERSION to a current one, or update':
      'o WhatsApp recusa este cliente por ser antigo: defina WHATSAPP_WEB_VERSION com uma versão atual, ou atualize',
    'WhatsApp refuses this version as outdated: connecting as the current one':
      'o WhatsApp recusa esta versão por ser antiga: conectando com a atual',
    'WhatsApp refuses this version as outdated, and the current one cannot be fetched: let the service reach web.whatsapp.com, or set WHATSAPP_WEB_VERSION':
      'o WhatsApp recusa esta versão por ser antiga, e não é possível obter a atual: permita que o serviço alcance web.whatsapp.com, ou defina WHATSAPP_WEB_VERSION',
    'WhatsApp refuses this version as outdated, and the current one cannot be fetched: tried again in 10 minutes':
      'o WhatsApp recusa esta versão por ser antiga, e não é possível obter a atual: nova tentativa em 10 minutos',
    'the account is not set up for linked devices: update WhatsApp on the phone':
      'a conta não está pronta para dispositivos conectados: atualize o WhatsApp no celular',
    'replaced: another connection uses the same credentials':
      'substituída: outra conexão usa as mesmas credenciais',
    'WhatsApp cannot be reached': 'não é possível acessar o WhatsApp',
    'the server cannot prove to be WhatsApp': 'o servidor não consegue provar que é o WhatsApp',
    'logged out by WhatsApp': 'sessão encerrada pelo WhatsApp',
    'logged out by request while not connected: remove the device on the phone too':
      'sessão encerrada a pedido, sem conexão: remova também o dispositivo no celular',
    'no phone scanned any of {count} QR codes': 'nenhum celular leu nenhum dos {count} QR codes',
  },
};
