/** The failures that a person can cause in the manager, by their reasons. */
import type { ReasonTexts } from '../reasons.ts';
import { replay } from './replay.ts';

const KINDS: Readonly<Record<string, string>> = {
  image: 'uma imagem',
  video: 'um vídeo',
  audio: 'um áudio',
  document: 'um documento',
};
/** The types of files that phones show as each kind. */
const SHOWN: Readonly<Record<string, string>> = {
  image: 'JPEG, PNG ou WebP',
  video: 'MP4 com H.264',
  audio: 'MP3, M4A, AAC, AMR, ou Opus em Ogg',
};

const stateText = (state: string | number): string =>
  (replay.states as Readonly<Record<string, string>>)[state] ?? String(state);

export const reasons: ReasonTexts = {
  // Instances, keys, endpoints and customers' pages.
  instance_not_found: 'instância não encontrada',
  name_taken: ({ name }) => `o nome ${name} já está em uso`,
  instance_id_taken: 'o instanceId é ou foi de outra coisa: escolha outro',
  key_outlives_yours: 'uma chave não pode dar à instância uma chave que dure mais do que ela',
  token_taken: 'o token já está em uso como chave: escolha outro',
  instance_without_code: 'não há código: a sessão da instância foi encerrada',
  provider_left_out: ({ provider }) =>
    `o provedor ${provider} não faz parte desta instalação: GATEHOUSE_WITHOUT o exclui`,
  phone_number_id_taken: ({ phoneNumberId }) =>
    `o phoneNumberId ${phoneNumberId} é de outra instância`,
  key_of_another_instance: 'esta chave é de outra instância',
  instance_of_key_deleted: 'a instância desta chave foi excluída',
  apikey_missing: 'falta o cabeçalho apikey',
  apikey_invalid: 'a apikey não é válida',
  apikey_expired: 'a apikey expirou',
  ticket_invalid: 'o ticket é desconhecido, já foi usado ou expirou',
  customer_page_ended: 'esta página de cliente expirou',
  global_key_needed: 'esta operação precisa da chave global',
  scope_missing: ({ scopes }) => `falta a esta chave a permissão ${scopes}`,
  not_for_customers: 'a página de um cliente não pode chamar esta operação',
  customer_scope_missing: ({ scope }) => `falta ${scope} a esta página de cliente`,
  key_replaced: 'esta chave já foi substituída',
  too_many_keys: ({ max, time }) =>
    `já há ${max} chaves válidas: troque de novo depois de ${time}, quando uma termina, ou com graceSeconds 0, que encerra todas menos a nova`,
  link_unknown: 'este link é desconhecido ou já terminou',
  link_opened: 'este link já foi aberto antes',
  link_ended: 'este link expirou',
  instance_of_link_deleted: 'a instância deste link foi excluída',
  link_not_found: 'link não encontrado',
  link_outlives_key: 'uma chave não pode criar um link que dure mais do que ela',
  customer_sees_webhooks: 'a página de um cliente só vê as entregas aos webhooks da instância dela',
  customer_owns_endpoints: 'a página de um cliente só tem endpoints do cliente',
  too_many_links: ({ max }) =>
    `uma instância tem no máximo ${max} links para páginas de clientes: encerre um, ou espere até que um expire`,
  ceremony_not_found: 'verificação por chave de acesso não encontrada',
  ceremony_over: 'o tempo desta verificação acabou: conecte a instância de novo',
  ceremony_ended: 'a verificação por chave de acesso terminou: conecte a instância de novo',
  passkey_of_another_ceremony: 'a resposta da chave de acesso é de outra verificação',
  passkey_of_another_page: ({ origin, page }) =>
    `a chave de acesso foi usada em ${origin}, que não é uma página de ${page}`,
  passkey_used: 'a chave de acesso já foi usada',
  passkey_code_confirmed: 'o código já foi confirmado',
  passkey_code_absent: 'ainda não há código para confirmar',
  too_many_passkey_requests: 'Requisições demais sobre chaves de acesso a partir deste endereço',
  endpoint_not_found: 'endpoint não encontrado',
  too_many_endpoints: ({ max }) =>
    `há ${max} endpoints além de default, e ENDPOINTS_PER_INSTANCE não permite mais`,
  endpoint_url_taken: ({ name }) =>
    `url deve ser outra: o endpoint ${name} desta instância já a tem`,
  endpoint_changed: 'o endpoint foi alterado nesse meio-tempo: leia-o e altere de novo',
  handshake_failed: ({ problem }) =>
    `url deve responder ao handshake com o desafio dele: ${problem}`,
  handshake_misunderstood:
    'url deve responder ao handshake com o desafio dele, e respondeu outra coisa',
  too_many_secrets: ({ max, time }) =>
    `${max} segredos já assinam, cada um por 24 horas depois da troca: troque de novo depois de ${time}, quando o mais antigo termina`,
  webhook_unusable: 'nada pode ser enviado: o webhook não está configurado ou está desativado',
  test_event_left_out: 'escolha outro evento: o formato whatsapp-cloud não tem este',
  test_running: 'Um teste deste webhook está em andamento',
  replay_not_found: 'repetição não encontrada',
  replay_in_another_state: ({ state }) => `A repetição está ${stateText(state)}`,
  no_webhook_to_replay: ({ id }) =>
    `${id} não é um webhook da instância, e só webhooks podem repetir eventos`,
  too_many_replays: ({ max }) =>
    `há ${max} repetições não terminadas: espere por uma delas, ou cancele-a`,
  too_many_replays_of_endpoint: ({ max }) =>
    `há ${max} repetições não terminadas deste endpoint: espere por uma delas, ou cancele-a`,
  too_many_replays_of_customer: ({ max }) =>
    `há ${max} repetições não terminadas dos endpoints do cliente: espere por uma delas, ou cancele-a`,
  archive_unusable: 'o arquivo de eventos não pode ser usado agora: o log do serviço diz por quê',
  delivery_not_found: 'entrega não encontrada',
  event_not_found: 'evento não encontrado',
  first_link_used: 'O link do primeiro início já foi usado',
  first_link_over: ({ minutes }) => `O link do primeiro início valia por ${minutes} minutos`,
  first_link_unknown: 'O início atual do serviço não mostrou este link',
  first_link_insecure: 'O link do primeiro início funciona na máquina do serviço, ou por https',

  // Messages, templates, groups and chats.
  not_connected: 'não conectada',
  instance_not_connected: ({ name }) => `a instância ${name} não está conectada`,
  connection_lost: 'a conexão caiu antes de o WhatsApp responder',
  connection_lost_before_sending: 'a conexão caiu antes de a mensagem ser enviada',
  no_qr_code: 'não há QR code para escanear',
  no_pairing_code: 'não há código de pareamento para digitar',
  too_many_numbers: 'há números demais esperando consulta: tente mais tarde',
  lookup_unanswered: ({ seconds }) => `O WhatsApp não respondeu em ${seconds} segundos`,
  asked_too_often: 'O WhatsApp pede para esperar antes de repetir isto',
  whatsapp_refused: ({ text, code }) => `O WhatsApp recusa: ${text} (${code})`,
  not_sent_unanswered: ({ seconds }) =>
    `O WhatsApp não respondeu em ${seconds} segundos, e a mensagem não foi enviada: envie de novo`,
  fate_unknown: ({ id }) =>
    `não se sabe se a mensagem ${id} foi enviada; o status dela diz assim que se souber`,
  fate_unanswered: ({ seconds }) =>
    `O WhatsApp não respondeu em ${seconds} segundos: o status da mensagem dirá se ela foi enviada`,
  fate_lost: 'a conexão caiu durante o envio: o status da mensagem dirá se ela foi enviada',
  must_wait:
    'a mensagem não foi enviada: o limite de mensagens ou de conversas novas foi atingido, ou há mensagens anteriores na fila',
  new_chats_locked: ({ time }) =>
    `O WhatsApp não deixa esta conta abrir conversas novas até ${time}. Escreva para quem escreveu primeiro, e para os outros depois disso.`,
  queue_full: ({ max }) => `já há ${max} mensagens da instância esperando envio`,
  queue_too_large: ({ max }) =>
    `as mensagens da instância que esperam envio ocupariam mais de ${max} bytes`,
  queues_full: 'há mensagens demais de todas as instâncias esperando envio',
  storage_full:
    'a instância guardou mais do que INSTANCE_STORAGE_LIMIT: ela aceita mais quando dados antigos forem removidos, ou mensagens e entregas em espera saírem',
  file_not_handed_over:
    'o arquivo não pôde ser entregue ao WhatsApp, e nada foi enviado: tente de novo',
  too_many_messages_waiting: 'há mensagens demais esperando envio',
  window_closed: ({ time }) =>
    `a pessoa escreveu pela última vez há mais de 24 horas, e desde ${time} a conversa só aceita modelos: envie um modelo`,
  not_in_group: ({ group }) => `a conta não está no grupo ${group}`,
  message_not_found: 'mensagem não encontrada',
  quoted_message_not_found: 'mensagem citada não encontrada',
  queued_message_not_found: 'mensagem na fila não encontrada',
  message_being_sent: 'a mensagem já está sendo enviada',
  message_without_fate:
    'nenhuma mensagem com este id foi enviada ou recebida pela instância, ou ela é mais antiga do que o tempo em que mensagens são guardadas',
  contact_not_found: 'contato não encontrado',
  poll_not_found: 'enquete não encontrada',
  picture_not_found: 'foto de perfil não encontrada',
  number_not_writable: ({ number }) => `nenhuma mensagem pode ser enviada a ${number}`,
  username_unknown: ({ name }) => `ninguém no WhatsApp tem o nome de usuário @${name}`,
  username_key_needed: ({ name }) =>
    `só dá para escrever a @${name} com a chave de usuário: peça os 4 dígitos à pessoa, e escreva a @${name}:1234`,
  username_key_wrong: ({ name }) =>
    `a chave de usuário de @${name} é outra: peça os 4 dígitos à pessoa`,
  poll_secret_missing: 'o segredo da enquete, com que os votos são selados, não está guardado',
  not_group_admin: ({ group }) => `a conta não é admin do grupo ${group}`,
  recipient_without_keys:
    'o WhatsApp não tem chaves utilizáveis do destinatário, e ninguém poderia ler a mensagem',
  group_without_keys:
    'o WhatsApp não tem chaves utilizáveis de nenhum participante do grupo, e ninguém poderia ler a mensagem',
  choices_not_shown:
    'os celulares não mostram isto quando um celular conectado o envia: envie como enquete ou como texto',
  meta_refused: ({ text }) => `A Meta recusa: ${text}`,
  meta_conflict: ({ text }) => `A Meta recusa: ${text}`,
  meta_unreachable: 'a Meta não disse se o número pode ser usado: tente mais tarde',
  number_not_connected_at_meta: ({ status }) => `o número está ${status} na Meta, não CONNECTED`,
  number_not_at_meta: ({ phoneNumberId }) =>
    `o número do phoneNumberId ${phoneNumberId} não está CONNECTED na Meta`,
  cloud_message_unsupported: 'a API oficial do WhatsApp não envia mensagens como esta',
  cloud_action_unsupported: 'a API oficial do WhatsApp não permite isto',
  cloud_text_too_long: ({ max, length }) =>
    `a API oficial do WhatsApp aceita aqui no máximo ${max} caracteres, não ${length}`,
  cloud_file_type: ({ types, type }) =>
    `a API oficial do WhatsApp não aceita aqui ${type}, e sim ${types}`,
  cloud_file_too_large: ({ max }) =>
    `a API oficial do WhatsApp aceita aqui arquivos de no máximo ${max} bytes`,
  cloud_recipient_unknown: ({ number }) =>
    `a API oficial do WhatsApp não pode escrever a ${number}: ela aceita números de telefone e ids de usuários`,
  message_not_taken: 'o WhatsApp não aceitou essa mensagem, e nada pode ser feito com ela',
  sandbox_not_paired: 'a instância não está conectada a um celular',
  pairing_code_wrong: 'esse não é o código de pareamento',
  message_store_off:
    'o armazenamento de mensagens está desligado: defina MESSAGE_STORE_HOURS com as horas em que as mensagens devem ser guardadas',
  file_too_large: ({ max }) => `media tem mais de ${max} bytes`,
  too_much_media: 'há mídia demais sendo enviada neste momento',
  file_not_fetched: ({ problem }) => `não foi possível baixar media: ${problem}`,
  file_of_another_kind: ({ kind }) =>
    `media não é ${KINDS[kind] ?? kind}: o arquivo é de outro tipo, por exemplo uma página da web`,
  file_not_converted: 'o arquivo não pôde ser convertido a tempo: tente de novo',
  file_not_shown: ({ kind }) =>
    `os celulares não mostram este arquivo como ${KINDS[kind] ?? kind}: envie ${SHOWN[kind] ?? 'outro formato'}`,
  sticker_too_large: ({ max }) => `uma figurinha WebP tem mais de ${max} bytes`,
  file_removed: 'o arquivo foi removido',
  no_file_in_message: 'a mensagem não tem arquivo',
  removal_only_in_groups:
    'o que outra pessoa escreveu só pode ser removido em grupos, por um admin',
  edit_of_others: 'só mensagens que a conta enviou podem ser editadas',
  edit_too_late: 'a mensagem tem mais de 15 minutos e não pode mais ser editada',
  edit_without_text: 'só textos e legendas podem ser editados',
  content_not_stored: 'o conteúdo da mensagem não está guardado',
  forward_of_view_once: 'mensagens de visualização única não podem ser encaminhadas',
  forward_to_channel:
    'um arquivo não pode ser encaminhado para um canal nem a partir de um: envie o próprio arquivo',
  template_not_found: 'modelo não encontrado',
  template_not_in_language: ({ name, language }) => `modelo ${name} em ${language} não encontrado`,
  template_not_approved: ({ name, language, status }) =>
    `modelo ${name} em ${language} está ${status}: só os aprovados podem ser enviados`,
  template_exists: ({ name, language }) => `já existe um modelo ${name} em ${language}`,
  templates_too_large: ({ max }) => `a instância teria mais de ${max} bytes de modelos`,
  template_caption_too_long: ({ max }) =>
    `o texto do modelo deve ter no máximo ${max} caracteres abaixo de um arquivo, com as variáveis preenchidas`,
  too_many_templates: ({ max }) => `a instância já tem ${max} modelos`,
  label_not_found: 'etiqueta não encontrada',
  too_many_labels: ({ max }) => `a conta já tem ${max} etiquetas: exclua uma antes`,
  too_many_watched_chats: ({ max }) =>
    `já há ${max} conversas observadas: encerre uma antes com "subscribe": false`,
  phone_keys_missing:
    'o celular da conta não compartilhou as chaves necessárias para isto: abra o WhatsApp nele, que as compartilha minutos depois do pareamento, e tente de novo',
  phone_connection_lost: 'a conexão caiu antes de o celular responder',
  phone_asked_already: 'o celular já está sendo consultado sobre mensagens mais antigas',
  phone_unanswered: ({ seconds }) =>
    `o celular não respondeu em ${seconds} segundos: ele precisa estar ligado e conectado ao WhatsApp`,
  no_history_of_channels: 'celulares não guardam histórico de canais',
  no_message_to_begin_from: ({ chat }) =>
    `nenhuma mensagem da conversa ${chat} está guardada, e as mais antigas são pedidas a partir de uma guardada`,
  group_refused:
    'o WhatsApp não deixa a conta fazer isso: ela não é participante do grupo, ou não é admin',
  group_not_found: 'grupo não encontrado',
  group_invitation_revoked: 'convite não encontrado: foi revogado',
  group_unchanged: 'o WhatsApp diz que o grupo já está assim',
  group_change_refused: ({ text }) => `O WhatsApp não aceita isto: ${text}`,
  group_change_failed: ({ text }) => `O WhatsApp não fez isto: ${text}`,
  groups_asked_too_often: 'o WhatsApp foi consultado vezes demais sobre grupos: espere um minuto',
  group_full: 'um limite do WhatsApp foi atingido: não cabe mais',
  no_invitation: 'O WhatsApp não deu um convite: tente de novo',
  group_invitation_not_found: 'convite não encontrado',
  number_not_on_whatsapp: ({ numbers }) => `o número ${numbers} não está no WhatsApp`,
  numbers_not_on_whatsapp: ({ numbers }) => `não estão no WhatsApp: ${numbers}`,
  instance_offline: 'a instância não está conectada',

  // The CRM.
  record_not_found: 'o registro não existe, ou você não pode vê-lo',
  pipeline_not_found: 'funil não encontrado',
  account_not_found: 'conta não encontrada',
  access_token_missing: 'Falta o cabeçalho api_access_token',
  access_token_invalid: 'O api_access_token é desconhecido, foi revogado ou expirou',
  account_suspended: 'A conta está suspensa',
  without_account: 'O usuário não é membro de nenhuma conta',
  without_open_account: 'O usuário não tem conta que não esteja suspensa',
  token_of_another_account: 'Este token está preso a outra conta',
  not_a_member: 'O usuário não é membro desta conta',
  permission_missing: ({ permission }) => `Esta operação precisa da permissão ${permission}`,
  changed_by_others: 'Outra requisição está mudando o mesmo: tente outra vez',
  needed_record_deleted: 'Algo de que isto precisa foi excluído nesse meio-tempo: tente de novo',
  email_taken: 'Um usuário com este e-mail já é membro',
  pipeline_name_taken: 'Já existe um funil com este nome',
  mcp_server_name_taken: 'Já existe um servidor MCP com este nome',
  super_admin_needed: 'Nenhum super_admin ficaria com um token utilizável: crie outro antes',
  last_owner: 'O último dono não pode sair: torne outra pessoa account_owner antes',
  super_admin_stays: 'Um super_admin é membro de todas as contas',
  own_removal: 'Você não pode remover a si mesmo',
  own_role: 'Você não pode mudar a própria função',
  only_account: 'Você não pode excluir a única conta que tem',
  user_of_other_accounts:
    'O usuário também é membro de outras contas: só ele ou um super_admin pode mudar isto',
  system_role: ({ role }) => `${role} é uma função do sistema e não pode ser alterada`,
  role_above_token: ({ role }) => `A função ${role} permite mais que o seu token`,
  own_token_needed:
    'Esta operação precisa de um token só seu: sem permissões próprias, criado ou renovado por você',
  whole_token_needed: ({ permissions }) =>
    `Esta operação precisa de um token que permita tudo o que o usuário pode; as permissões deste deixam de fora ${permissions}`,
  token_above_yours: 'Este token permite mais que o seu',
  token_above_yours_elsewhere:
    'Este token abre outra conta em que permite mais que o seu: em vez disso, remova o usuário dele desta conta',
  token_of_other_accounts:
    'Este token também abre outras contas: só o usuário dele ou um super_admin pode mudá-lo',
  token_outlives_yours: 'Este token termina depois do seu, que tem permissões próprias e um fim',
  token_permission_missing:
    'Um token para essa conta precisa da permissão access_tokens.create nela',
  too_many_invitations: ({ max }) =>
    `A conta tem ${max} convites abertos: retire alguns, ou espere que expirem`,
  invitation_sender_may_not: 'Quem enviou este convite não pode mais dar a função dele: peça outro',
  invitation_of_another: 'O convite é para um e-mail diferente do seu',
  invitation_answered: ({ status }) =>
    `O convite já foi ${status === 'accepted' ? 'aceito' : 'recusado'}`,
  invitation_expired: 'O convite expirou: peça outro',
  invitation_role_deleted: 'A função deste convite foi excluída: peça outro convite',
  too_many_secrets_tried: 'Foram tentados segredos de convites demais',
  too_many_webhooks: ({ max }) => `Uma conta tem no máximo ${max} webhooks`,
  webhook_disabled: 'O webhook está desativado',
  webhook_untestable: 'Não dá para testar: o webhook está desativado ou foi excluído',
  role_deleted: 'A função foi excluída nesse meio-tempo',
  role_or_person_deleted: 'A função ou a pessoa foi excluída nesse meio-tempo',
  invited_by_others: 'Outra pessoa está convidando este endereço agora: tente outra vez',
  role_in_use: 'A função está em uso por usuários: dê outra a eles antes',
  role_key_taken: 'Já existe uma função com esta chave',

  // Any request.
  another_version: 'O registro está em outra versão, diferente da que está em If-Match',
  too_many_requests: ({ max }) => `Mais de ${max} requisições em um minuto`,
  too_many_failed_logins: 'Autenticações demais falharam a partir deste endereço',
  unexpected: 'Ocorreu um erro inesperado',
  stopping: 'o serviço está sendo encerrado',
};
