/** The failures that a person can cause in the manager, by their reasons. */
import type { ReasonTexts } from '../reasons.ts';
import { messageReasons } from './message-reasons.ts';
import { replay } from './replay.ts';

/** Whether nobody knows if a request was carried out, which the English sentence says in other words. */
const fateText = (fate: string | number): string =>
  fate === '' ? '' : '; não se sabe se a requisição foi executada';

const stateText = (state: string | number): string =>
  (replay.states as Readonly<Record<string, string>>)[state] ?? String(state);

export const reasons: ReasonTexts = {
  // Instances, keys, endpoints and customers' pages.
  instance_not_found: 'instância não encontrada',
  name_taken: ({ name }) => `o nome ${name} já está em uso`,
  instance_id_taken: 'o instanceId é ou foi de outra coisa: escolha outro',
  key_outlives_yours: 'uma chave não pode dar à instância uma chave que dure mais do que ela',
  token_taken: 'o token já está em uso como chave: escolha outro',
  instance_without_code: 'não há código: a instância foi desconectada ou sua sessão foi encerrada',
  pairing_failed: 'nenhum código chegou: conecte a instância de novo',
  pairing_too_slow: ({ seconds }) =>
    `nenhum código chegou em ${seconds} s: conecte a instância de novo`,
  connecting_failed: 'não foi possível conectar a instância: tente de novo',
  logout_failed: 'não foi possível encerrar a sessão da instância: tente de novo',
  restart_failed: 'a instância não voltou a se conectar: o estado dela diz por quê',
  instance_unanswered: 'a instância não respondeu a tempo',
  instance_calls_full: 'chamadas demais esperam por esta instância',
  instance_busy: 'a instância está ocupada com outra chamada',
  thread_ended:
    'a thread da instância terminou, e outra está começando; não se sabe se a requisição foi executada',
  thread_busy: 'chamadas demais esperam por outra thread',
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
  key_replaced: 'esta chave já foi trocada',
  too_many_keys: ({ max, time }) =>
    `já há ${max} chaves válidas: troque de novo depois de ${time}, quando uma expira, ou com graceSeconds 0, que encerra todas menos a nova`,
  link_unknown: 'este link é desconhecido ou não vale mais',
  link_opened: 'este link já foi aberto antes',
  link_ended: 'este link expirou',
  instance_of_link_deleted: 'a instância deste link foi excluída',
  link_not_found: 'link não encontrado',
  link_outlives_key: 'uma chave não pode criar um link que dure mais do que ela',
  customer_sees_webhooks: 'a página de um cliente só vê as entregas aos webhooks da instância dela',
  customer_owns_endpoints: 'a página de um cliente só tem endpoints do cliente',
  too_many_links: ({ max }) =>
    `uma instância tem no máximo ${max} links para páginas de clientes: revogue um, ou espere até que um expire`,
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
    `${max} segredos já assinam, cada um por 24 horas depois da troca: troque de novo depois de ${time}, quando o mais antigo expira`,
  webhook_unusable: 'nada pode ser enviado: o webhook não está configurado ou está desativado',
  test_event_left_out: 'escolha outro evento: o formato whatsapp-cloud não tem este',
  test_running: 'Um teste deste webhook está em andamento',
  replay_not_found: 'repetição não encontrada',
  replay_in_another_state: ({ state }) => `A repetição está ${stateText(state)}`,
  no_webhook_to_replay: ({ id }) =>
    `${id} não é um webhook da instância, e só webhooks podem repetir eventos`,
  too_many_replays: ({ max }) =>
    `há ${max} repetições em aberto: espere uma terminar, ou cancele uma`,
  too_many_replays_of_endpoint: ({ max }) =>
    `há ${max} repetições em aberto deste endpoint: espere uma terminar, ou cancele uma`,
  too_many_replays_of_customer: ({ max }) =>
    `há ${max} repetições em aberto dos endpoints do cliente: espere uma terminar, ou cancele uma`,
  archive_unusable: 'o arquivo de eventos não pode ser usado agora: o log do serviço diz por quê',
  delivery_not_found: 'entrega não encontrada',
  event_not_found: 'evento não encontrado',
  first_link_used: 'O link da primeira inicialização já foi usado',
  first_link_over: ({ minutes }) => `O link da primeira inicialização valia por ${minutes} minutos`,
  first_link_unknown: 'A inicialização atual do serviço não mostrou este link',
  first_link_insecure:
    'O link da primeira inicialização funciona na máquina do serviço, ou por https',

  ...messageReasons,

  // The CRM.
  record_not_found: 'o registro não existe, ou você não pode vê-lo',
  pipeline_not_found: 'funil não encontrado',
  account_not_found: 'conta não encontrada',
  access_token_missing: 'Falta o cabeçalho api_access_token',
  access_token_invalid: 'O api_access_token é desconhecido, foi revogado ou expirou',
  account_suspended: 'A conta está suspensa',
  without_account: 'O usuário não é membro de nenhuma conta',
  without_open_account: 'O usuário não tem conta que não esteja suspensa',
  token_of_another_account: 'Este token está limitado a outra conta',
  not_a_member: 'O usuário não é membro desta conta',
  permission_missing: ({ permission }) => `Esta operação precisa da permissão ${permission}`,
  changed_by_others: 'Outra requisição está alterando o mesmo: tente outra vez',
  needed_record_deleted: 'Algo de que isto precisa foi excluído nesse meio-tempo: tente de novo',
  email_taken: 'Um usuário com este e-mail já é membro',
  pipeline_name_taken: 'Já existe um funil com este nome',
  mcp_server_name_taken: 'Já existe um servidor MCP com este nome',
  super_admin_needed: 'Nenhum super_admin ficaria com um token utilizável: crie outro antes',
  last_owner: 'O último proprietário não pode sair: torne outra pessoa account_owner antes',
  super_admin_stays: 'Um super_admin é membro de todas as contas',
  own_removal: 'Você não pode se remover da conta',
  own_role: 'Você não pode alterar a própria função',
  only_account: 'Você não pode excluir sua única conta',
  user_of_other_accounts:
    'O usuário também é membro de outras contas: só ele ou um super_admin pode alterar isto',
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
    'Este token também abre outras contas: só o usuário dele ou um super_admin pode alterá-lo',
  token_outlives_yours:
    'Este token expira depois do seu, que tem permissões próprias e data de expiração',
  token_permission_missing:
    'Um token para essa conta precisa da permissão access_tokens.create nela',
  too_many_invitations: ({ max }) =>
    `A conta tem ${max} convites pendentes: revogue alguns, ou espere que expirem`,
  invitation_sender_may_not: 'Quem enviou este convite não pode mais dar a função dele: peça outro',
  invitation_of_another: 'O convite é para um e-mail diferente do seu',
  invitation_answered: ({ status }) =>
    `O convite já foi ${status === 'accepted' ? 'aceito' : 'recusado'}`,
  invitation_expired: 'O convite expirou: peça outro',
  invitation_role_deleted: 'A função deste convite foi excluída: peça outro convite',
  too_many_secrets_tried: 'Foram tentados segredos de convites demais',
  too_many_webhooks: ({ max }) => `Uma conta tem no máximo ${max} webhooks`,
  webhook_disabled: 'O webhook está desativado',
  webhook_untestable: 'Não é possível testar: o webhook está desativado ou foi excluído',
  role_deleted: 'A função foi excluída nesse meio-tempo',
  role_or_person_deleted: 'A função ou a pessoa foi excluída nesse meio-tempo',
  invited_by_others: 'Outra pessoa está convidando este endereço agora: tente outra vez',
  role_in_use: 'Há usuários com esta função: dê outra a eles antes',
  role_key_taken: 'Já existe uma função com esta chave',

  // Any request.
  another_version: 'O registro está em outra versão, diferente da que está em If-Match',
  too_many_requests: ({ max }) => `Mais de ${max} requisições em um minuto`,
  too_many_failed_logins: 'Autenticações demais falharam a partir deste endereço',
  unexpected: 'Ocorreu um erro inesperado',
  stopping: 'o serviço está sendo encerrado',
  caller_memory_full: 'Esta credencial tem corpos grandes ou respostas não lidas em excesso',
  memory_full: 'Há corpos grandes ou respostas não lidas em excesso',
  lookups_busy: 'Outras chamadas estão pesquisando ou ordenando listas: tente de novo',
  trials_busy: 'Outras chamadas estão testando filtros e transformações: tente de novo',
  stored_messages_busy: 'Outras chamadas estão lendo as mensagens guardadas: tente de novo',
  events_too_fast: ({ max }) => `mais de ${max} eventos por segundo`,
  list_too_large: 'A lista é grande demais para uma resposta: peça menos',
  done_unanswered: ({ id }) =>
    `isto foi feito, mas o serviço parou antes de responder: veja o que tem o id ${id}`,
  answer_without_room:
    'isto foi feito, mas não há memória para a resposta: repita só com o mesmo Idempotency-Key, ou se não muda nada',
  first_request_running: 'a primeira requisição com este Idempotency-Key ainda está em andamento',
  outcome_unknown:
    'o serviço parou ou falhou durante esta requisição, e não se sabe se ela foi executada: verifique antes de repetir',

  // The database, and the nodes that share it.
  disk_full: ({ fate }) => `o disco está cheio${fateText(fate)}`,
  database_busy: ({ fate }) => `o banco de dados está ocupado${fateText(fate)}`,
  database_unreachable: ({ fate }) => `o banco de dados está inacessível${fateText(fate)}`,
  taken_over: ({ fate }) => `outro nó acaba de assumir isto${fateText(fate)}`,
  too_many_forwards: 'requisições demais esperam por outros nós: nada foi feito',
  too_many_forwards_to_node:
    'requisições demais esperam pelo nó que tem a instância: nada foi feito',
  forward_too_late:
    'a requisição demorou demais para chegar ao nó que tem a instância: nada foi feito',
  no_owner: 'nenhum nó tem a instância agora: um deles a assume em alguns segundos',
  owner_changing: 'a instância está passando para outro nó',
  owner_silent: 'o nó que tem a instância não responde agora: nada foi feito',
  owner_unreachable: 'o nó consultado não consegue acessar o que tem a instância',
  owner_answer_lost: 'o nó que tem a instância não respondeu: a requisição pode ter sido executada',
};
