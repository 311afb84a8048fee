/** The failures about messages, templates, groups and chats that a person can cause in the manager, by their reasons. */
import type { MessageReasonTexts } from '../reasons.ts';

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

export const messageReasons: MessageReasonTexts = {
  not_connected: 'desconectada',
  instance_not_connected: ({ name }) => `a instância ${name} não está conectada`,
  connection_lost: 'a conexão caiu antes de o WhatsApp responder',
  connection_lost_before_sending: 'a conexão caiu antes de a mensagem ser enviada',
  no_qr_code: 'não há QR code para ler',
  no_pairing_code: 'não há código de pareamento para digitar',
  too_many_numbers: 'há números demais esperando consulta: tente mais tarde',
  lookup_unanswered: ({ seconds }) => `o WhatsApp não respondeu em ${seconds} segundos`,
  asked_too_often: 'o WhatsApp pede para esperar antes de repetir isto',
  whatsapp_refused: ({ text, code }) => `o WhatsApp recusa: ${text} (${code})`,
  whatsapp_not_asked: 'não foi possível consultar o WhatsApp: tente de novo',
  message_failed: 'não foi possível enviar a mensagem',
  not_sent_unanswered: ({ seconds }) =>
    `o WhatsApp não respondeu em ${seconds} segundos, e a mensagem não foi enviada: envie de novo`,
  fate_unknown: ({ id }) =>
    `não se sabe se a mensagem ${id} foi enviada; o status dela dirá assim que se souber`,
  fate_unanswered: ({ seconds }) =>
    `o WhatsApp não respondeu em ${seconds} segundos: o status da mensagem dirá se ela foi enviada`,
  fate_lost: 'a conexão caiu durante o envio: o status da mensagem dirá se ela foi enviada',
  must_wait:
    'a mensagem não foi enviada: o limite de mensagens ou de conversas novas foi atingido, ou há mensagens anteriores na fila',
  new_chats_locked: ({ time }) =>
    `o WhatsApp não deixa esta conta abrir conversas novas até ${time}. Escreva para quem escreveu primeiro, e para os outros depois disso.`,
  queue_full: ({ max }) => `já há ${max} mensagens da instância esperando envio`,
  queue_too_large: ({ max }) =>
    `as mensagens da instância que esperam envio ocupariam mais de ${max} bytes`,
  queues_full: 'há mensagens demais de todas as instâncias esperando envio',
  storage_full:
    'a instância guardou mais do que INSTANCE_STORAGE_LIMIT: ela voltará a aceitar quando dados antigos forem removidos, ou quando mensagens e entregas em espera saírem',
  file_not_handed_over:
    'o arquivo não pôde ser entregue ao WhatsApp, e nada foi enviado: tente de novo',
  too_many_messages_waiting: 'há mensagens demais esperando envio',
  window_closed: ({ time }) =>
    `a pessoa escreveu pela última vez há mais de 24 horas, e desde ${time} a conversa só aceita modelos: envie um modelo`,
  not_in_group: ({ group }) => `a conta não está no grupo ${group}`,
  message_not_found: 'mensagem não encontrada',
  named_message_not_found: ({ id }) => `mensagem ${id} não encontrada`,
  message_not_in_chat: ({ id, chat }) => `mensagem ${id} não encontrada na conversa ${chat}`,
  unstored_message_incomplete: ({ id }) =>
    `a mensagem ${id} não está guardada, e a chave dela não basta para identificá-la`,
  message_only_read:
    'mensagens de canais e status não podem receber reações nem votos, nem ser editadas ou apagadas',
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
    `só é possível escrever a @${name} com a chave de usuário: peça os 4 dígitos à pessoa, e escreva a @${name}:1234`,
  username_key_wrong: ({ name }) =>
    `a chave de usuário de @${name} é outra: peça os 4 dígitos à pessoa`,
  poll_secret_missing:
    'o segredo da enquete, com que os votos são criptografados, não está guardado',
  not_group_admin: ({ group }) => `a conta não é admin do grupo ${group}`,
  recipient_without_keys:
    'o WhatsApp não tem chaves utilizáveis do destinatário, e ninguém poderia ler a mensagem',
  group_without_keys:
    'o WhatsApp não tem chaves utilizáveis de nenhum participante do grupo, e ninguém poderia ler a mensagem',
  choices_not_shown:
    'os celulares não mostram isto quando um celular conectado o envia: envie como enquete ou como texto',
  meta_refused: ({ text }) => `a Meta recusa: ${text}`,
  meta_conflict: ({ text }) => `a Meta recusa: ${text}`,
  meta_unreachable: 'a Meta não disse se o número pode ser usado: tente mais tarde',
  meta_failed: ({ text }) => `a Meta não conseguiu fazer isto, tente mais tarde: ${text}`,
  meta_failed_reading: 'a Meta não deu uma resposta: tente mais tarde',
  meta_unanswered:
    'a Meta não respondeu, e não se sabe se a operação foi feita: verifique antes de repetir',
  meta_silent: ({ seconds }) => `a Meta não respondeu em ${seconds} segundos`,
  templates_unanswered: 'a Meta não enviou todos os modelos em um minuto',
  message_not_of_meta: ({ id }) => `a Meta não conhece a mensagem ${id}: ela não passou por lá`,
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
  sandbox_not_paired: 'a instância não está pareada',
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
  sticker_too_large: ({ max }) => `a figurinha WebP tem mais de ${max} bytes`,
  file_removed: 'o arquivo foi removido',
  file_gone: 'o arquivo não está mais no servidor do WhatsApp',
  file_unavailable: 'não é possível baixar o arquivo agora: tente mais tarde',
  sandbox_file_gone: 'o sandbox só guarda os arquivos mais recentes, e até ser reiniciado',
  audio_not_converted: 'não foi possível converter o áudio',
  no_file_in_message: 'a mensagem não tem arquivo',
  removal_only_in_groups: 'o que outra pessoa escreveu só pode ser apagado em grupos, por um admin',
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
    `já há ${max} conversas observadas: pare de observar uma antes com "subscribe": false`,
  phone_keys_missing:
    'o celular da conta não compartilhou as chaves necessárias para isto: abra o WhatsApp nele, que as compartilha minutos depois do pareamento, e tente de novo',
  phone_connection_lost: 'a conexão caiu antes de o celular responder',
  phone_asked_already: 'o celular já está sendo consultado sobre mensagens mais antigas',
  phone_unanswered: ({ seconds }) =>
    `o celular não respondeu em ${seconds} segundos: ele precisa estar ligado e conectado ao WhatsApp`,
  phone_answer_unreadable: 'não foi possível ler a resposta do celular',
  no_typing_in_channels: 'em um canal ninguém vê quem escreve',
  no_presence_in_channels: 'em um canal ninguém vê quem está online',
  no_history_of_channels: 'celulares não guardam histórico de canais',
  no_message_to_begin_from: ({ chat }) =>
    `nenhuma mensagem da conversa ${chat} está guardada, e as mais antigas são pedidas a partir de uma guardada`,
  group_refused:
    'o WhatsApp não deixa a conta fazer isso: ela não é participante do grupo, ou não é admin',
  group_not_found: 'grupo não encontrado',
  group_invitation_revoked: 'convite não encontrado: foi revogado',
  group_unchanged: 'o WhatsApp diz que o grupo já está assim',
  group_change_refused: ({ text }) => `o WhatsApp não aceita isto: ${text}`,
  group_change_failed: ({ text }) => `o WhatsApp não fez isto: ${text}`,
  groups_asked_too_often: 'o WhatsApp foi consultado vezes demais sobre grupos: espere um minuto',
  group_full: 'um limite do WhatsApp foi atingido: não cabe mais',
  no_invitation: 'o WhatsApp não deu um convite: tente de novo',
  group_invitation_not_found: 'convite não encontrado',
  number_not_on_whatsapp: ({ numbers }) => `o número ${numbers} não está no WhatsApp`,
  numbers_not_on_whatsapp: ({ numbers }) => `não estão no WhatsApp: ${numbers}`,
  instance_offline: 'a instância não está conectada',
};
