import type { apps as english } from '../en/apps.ts';

export const apps: typeof english = {
  title: 'Conectar um aplicativo',
  which: 'Escolha um aplicativo',
  app: {
    chatwoot: 'Chatwoot',
    typebot: 'Typebot',
  },
  about: {
    chatwoot:
      'Defina `WHATSAPP_CLOUD_BASE_URL` com o endereço abaixo e inicie o Chatwoot. Depois adicione uma caixa de entrada “WhatsApp” com o provedor “WhatsApp Cloud”. Informe o número desta instância e cole os outros valores.',
    typebot:
      'Defina `WHATSAPP_CLOUD_API_URL` com o endereço abaixo e inicie o Typebot. Depois adicione um número de WhatsApp da Meta na janela de publicação e cole os outros valores. A chave é o token do usuário do sistema.',
  },
  baseUrl: 'Endereço da Graph API',
  key: 'Chave (token de acesso)',
  keyIsHidden:
    'Uma chave só aparece uma vez, quando é criada. Use a chave que você guardou ou crie uma que possa ler, enviar e configurar webhooks.',
  replaceKey: 'Criar uma nova chave',
  replaceTitle: (name) => `Trocar a chave de ${name}?`,
  replaceText: 'Uma instância tem uma chave. A antiga deixa de funcionar em 24 horas.',
  replaceAction: 'Trocar chave',
  replaced: 'Aparece até você sair desta página.',
  events: 'Enviar eventos ao aplicativo',
  eventsAbout: {
    chatwoot:
      'O Chatwoot mostra os dois valores nas configurações da caixa de entrada, em “Configuração”.',
    typebot:
      'O Typebot mostra os dois valores no último passo do formulário. Conecte aqui antes de clicar em “Submit” lá.',
  },
  callbackUrl: 'URL de callback',
  connect: (app) => `Conectar ${app}`,
  connected: (app) => `${app} aceitou o token de verificação e já recebe os eventos.`,
  changed: (app) => `${app} está conectado. Os eventos vão para este endereço.`,
  appSecretAbout: {
    chatwoot:
      'Ela assina os eventos. O Chatwoot só precisa dela se estiver configurado para verificar assinaturas.',
    typebot:
      'Ela assina os eventos. Informe-a como “App secret” se o Typebot deve verificar as assinaturas.',
  },
  docs: 'Todos os passos, outros aplicativos e os limites de um celular conectado',
};
