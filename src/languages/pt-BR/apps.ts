import type { apps as english } from '../en/apps.ts';

export const apps: typeof english = {
  title: 'Conectar um aplicativo',
  which: 'Qual deles?',
  app: {
    chatwoot: 'Chatwoot',
    typebot: 'Typebot',
  },
  about: {
    chatwoot:
      'Inicie o Chatwoot com `WHATSAPP_CLOUD_BASE_URL` igual ao endereço abaixo. Depois adicione uma caixa de entrada “WhatsApp” com o provedor “WhatsApp Cloud”, informe o número desta instância e cole os outros valores.',
    typebot:
      'Inicie o Typebot com `WHATSAPP_CLOUD_API_URL` igual ao endereço abaixo. Depois adicione um número de WhatsApp da Meta na janela de publicação e cole os outros valores; a chave é o token do usuário do sistema.',
  },
  baseUrl: 'Endereço da Graph API',
  phoneNumberId: 'ID do número de telefone',
  businessAccountId: 'ID da conta comercial',
  key: 'Chave (token de acesso)',
  keyIsHidden:
    'Uma chave é exibida uma vez, quando é criada. Use a que você guardou, ou troque por uma que pode ler, enviar e configurar webhooks.',
  replaceKey: 'Criar uma nova chave',
  replaceTitle: (name) => `Trocar a chave de ${name}?`,
  replaceText:
    'Uma instância tem uma chave. Programas com a antiga são recusados a partir de amanhã.',
  replaceAction: 'Trocar a chave',
  replaced: 'Ela é exibida até você sair desta página.',
  events: 'Envie a ele o que acontece',
  eventsAbout: {
    chatwoot: 'O Chatwoot mostra os dois nas configurações da caixa de entrada, em “Configuração”.',
    typebot:
      'O Typebot mostra os dois no último passo do formulário. Conecte antes de clicar em “Submit” lá.',
  },
  callbackUrl: 'URL de callback',
  verifyToken: 'Token de verificação',
  connect: (app) => `Conectar ${app}`,
  connected: (app) => `${app} respondeu ao desafio. A partir de agora os eventos vão para lá.`,
  changed: (app) => `${app} está conectado: os eventos vão para este endereço.`,
  appSecret: 'Segredo do aplicativo',
  appSecretAbout: {
    chatwoot:
      'Ele assina o que é enviado. O Chatwoot só precisa dele se foi configurado para verificar assinaturas.',
    typebot: 'Ele assina o que é enviado. Informe-o como “App secret” se o Typebot deve verificar.',
  },
  docs: 'Cada passo, outros aplicativos, e o que um celular pareado não pode fazer',
};
