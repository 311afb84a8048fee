/** The problems of fields that a person can cause in a form of the manager; each is read after the name of the field. */
import type { ProblemTexts } from '../reasons.ts';

export const problems: ProblemTexts = {
  required: 'é obrigatório',
  empty: 'não pode ficar vazio',
  blank: 'não pode ficar em branco',
  field_unknown: 'não é um campo conhecido',
  unknown_value: ({ values }) => `deve ser um destes valores: ${values}`,
  wrong_format: ({ format }) => `deve estar no formato ${format}`,
  wrong_pattern: ({ pattern }) => `deve seguir o padrão ${pattern}`,

  // Types.
  not_text: 'deve ser um texto',
  not_boolean: 'deve ser true ou false',
  not_integer: 'deve ser um número inteiro',
  not_number: 'deve ser um número',
  not_list: 'deve ser uma lista',
  not_object: 'deve ser um objeto',
  wrong_type: ({ types }) => `deve ser de um destes tipos: ${types}`,

  // Texts.
  too_short: ({ min }) => `deve ter no mínimo ${min} caracteres`,
  too_long: ({ max }) => `deve ter no máximo ${max} caracteres`,
  text_length: ({ min, max }) => `deve ser um texto de ${min} a ${max} caracteres`,
  text_too_long: ({ max }) => `deve ser um texto de no máximo ${max} caracteres`,
  invisible_characters: 'não pode ter caracteres de controle nem de largura zero',
  visible_ascii: ({ min, max }) =>
    `deve ter de ${min} a ${max} caracteres ASCII visíveis, sem espaços`,
  control_characters: 'não pode ter caracteres de controle',
  too_many_bytes: ({ max }) => `deve ter no máximo ${max} bytes`,
  not_uuid: 'deve ser um UUID',
  not_email: ({ max }) => `deve ser um endereço de e-mail de no máximo ${max} caracteres`,
  not_http_url: ({ max }) => `deve ser uma URL http ou https de no máximo ${max} caracteres`,
  not_color: 'deve ser uma cor no formato #RRGGBB',
  not_language: 'deve ser um idioma, como en ou pt_BR',
  not_language_code: 'deve ser um código, como en ou pt_BR',

  // Numbers and times.
  whole_number_between: ({ min, max }) => `deve ser um número inteiro de ${min} a ${max}`,
  whole_number_from: ({ min }) => `deve ser um número inteiro a partir de ${min}`,
  too_small: ({ min }) => `deve ser no mínimo ${min}`,
  too_large: ({ max }) => `deve ser no máximo ${max}`,
  not_over: ({ limit }) => `deve ser maior que ${limit}`,
  not_under: ({ limit }) => `deve ser menor que ${limit}`,
  not_a_multiple: ({ step }) => `deve ser um múltiplo de ${step}`,
  not_a_time: 'deve ser data e hora ISO 8601 com fuso, como 2027-01-31T09:00:00Z',
  not_in_the_future: 'deve estar no futuro',
  in_the_past: 'não pode estar no passado',
  too_far_ahead: ({ days }) => `não pode passar de ${days} dias no futuro`,
  in_the_future: 'não pode estar no futuro',

  // Lists and objects.
  too_few_items: ({ min }) => `deve ter no mínimo ${min} ${min === 1 ? 'item' : 'itens'}`,
  too_many_items: ({ max }) => `deve ter no máximo ${max} ${max === 1 ? 'item' : 'itens'}`,
  repeated_item: 'não pode ter o mesmo item duas vezes',
  too_few_fields: ({ min }) => `deve ter no mínimo ${min} ${min === 1 ? 'campo' : 'campos'}`,
  too_many_fields: ({ max }) => `deve ter no máximo ${max} ${max === 1 ? 'campo' : 'campos'}`,
  too_many_levels: ({ max }) => `deve ter no máximo ${max} níveis`,
  too_many_json_bytes: ({ max }) => `deve ter no máximo ${max} bytes em JSON`,
  not_a_list_of: ({ values }) => `deve ser uma lista com um ou mais destes valores: ${values}`,

  // Phone numbers and addresses of chats.
  not_phone_number: 'deve ser um número de telefone com o código do país, como +55 (11) 99999-0000',
  no_country_code:
    'deve ser um número de telefone com o código do país, e nenhum código de país começa com 0',
  trunk_zero:
    'deve ser um número de telefone sem o 0 depois do código do país, que só se disca dentro do país',
  wrong_digit_count: ({ min, max }) =>
    `deve ser um número de telefone de ${min} a ${max} dígitos, com o código do país`,
  number_with_decimals:
    'deve ser um número de telefone sem casas decimais: planilhas as acrescentam quando a coluna não é texto',
  number_with_exponent:
    'deve ser um número de telefone sem expoente: planilhas o escrevem quando a coluna não é texto',
  number_with_extension: 'deve ser um número de telefone sem ramal',
  plus_inside: 'deve ser um só número de telefone, com + apenas no início',
  foreign_character: ({ character }) => `deve ser um só número de telefone, sem ${character}`,
  not_phone_link: 'deve ser um link que tenha um número de telefone, como wa.me/5511999990000',
  not_pairing_number: ({ min }) => `deve ter de ${min} a 15 dígitos, com o código do país`,
  not_number_or_jid:
    'deve ser um número de telefone com o código do país, como +55 (11) 99999-0000, ou um JID',
  not_jid_with_at:
    'deve ser o JID de uma pessoa, um grupo ou um canal quando tem @, como 5511999990000@s.whatsapp.net',
  not_person:
    'deve ser um número de telefone ou o JID de uma pessoa, não o de um grupo ou de um canal',
  not_number_or_jid_with_one: 'deve ser um número de telefone, ou um JID que tenha um',
  not_group_jid: 'deve ser o JID de um grupo, como 120363000000000001@g.us',
  not_username:
    'deve ser um nome de usuário de 3 a 35 letras, dígitos, pontos e sublinhados, como @ana.silva, com uma chave de 4 dígitos, como em @ana.silva:1234, quando começa com @',
  not_people: ({ max }) =>
    `deve ser uma lista de 1 a ${max} números de telefone ou JIDs de pessoas`,
  not_phone_numbers: ({ max }) => `deve ser uma lista de 1 a ${max} números de telefone`,
  not_invite_code: 'deve ter 22 letras e dígitos, ou ser um link com eles',

  // Instances and their proxies.
  not_instance_name:
    'deve ter de 1 a 64 caracteres, sem barras nem caracteres de controle, sem ponto ou hífen no início e sem espaço no início ou no fim',
  not_available: ({ values }) => `deve ser um dos disponíveis aqui: ${values}`,
  not_meta_id: 'deve ser o id da Meta, de 5 a 25 dígitos, como texto',
  needed_for_expired_key:
    'é necessário: a chave atual expirou, e o que não é informado fica como está',
  number_of_another_account: ({ number, account }) =>
    `${number} não é um número da conta ${account}`,
  required_for_cloud: 'é obrigatório para uma instância do whatsapp-cloud',
  only_for_cloud: ({ provider }) => `é de instâncias do whatsapp-cloud, não do ${provider}`,
  reserved_beginning: ({ beginning }) => `não pode começar com ${beginning}`,
  not_host: 'deve ser um nome de host ou um endereço',
  not_host_alone: 'deve ser um nome de host ou um endereço IP, sem esquema, porta nem caminho',
  host_refused:
    'não pode ser usado: está em uma rede que este serviço não permite (PROXY_ALLOW_NETWORKS)',
  not_port: ({ max }) => `deve ser uma porta de 1 a ${max}`,
  colon: 'não pode ter dois-pontos',
  needs_username: 'precisa de um nome de usuário',
  password_stays_there: 'deve ser informado de novo: a senha guardada só vale para o proxy dela',

  // Endpoints and replays.
  not_url: 'deve ser uma URL válida',
  no_http_host: 'deve começar com http:// ou https:// e um host',
  misleading_characters: 'não pode ter espaços, caracteres de controle nem barras invertidas',
  url_too_long: ({ max }) => `deve ter no máximo ${max} caracteres depois de codificada`,
  port_zero: 'não pode ter a porta 0',
  address_refused:
    'não pode ser chamada: é deste serviço, ou de uma rede que este serviço não permite (WEBHOOK_ALLOW_NETWORKS)',
  credentials_belong_in_headers: ({ headers, example }) =>
    `não pode conter credenciais: informe-as em ${headers} como ${example}, com usuário:senha em base64`,
  masked_url_changed:
    'deve ser informada inteira: ******** só mantém a URL guardada enquanto nada mais muda',
  required_while_enabled: 'é obrigatório enquanto enabled for true',
  not_name: ({ max }) =>
    `deve ter de 1 a ${max} caracteres, sem caracteres de controle nem de largura zero`,
  not_description: ({ max }) =>
    `deve ser um texto de no máximo ${max} caracteres em uma linha, sem caracteres de controle nem de largura zero`,
  must_stay: ({ value }) => `deve continuar ${value}`,
  must_not_be: ({ value }) => `não pode ser ${value}`,
  default_is_operators: ({ name }) =>
    `deve continuar operator: os eventos de ${name} são também os das filas`,
  not_field_of_endpoint: 'não é um campo de endpoint',
  not_boolean_or_null: 'deve ser true, false ou null',
  format_needs_key: ({ formats }) =>
    `deve ser um destes valores: ${formats} (evolution-go é para instâncias: ele leva a chave de uma)`,
  format_needs_own_key:
    'deve ser outro: evolution-go põe a chave da instância em cada corpo, e o serviço só guarda hashes das chaves: faça esta requisição com a chave da instância, ou informe `token` ao criá-la',
  format_with_key_for_customer:
    'deve ser outro: evolution-go põe a chave da instância em cada corpo, e ela não é para um cliente',
  not_event_names: ({ max }) => `deve ser uma lista de no máximo ${max} nomes de eventos`,
  event_names_unknown: ({ names }) => `tem nomes desconhecidos: ${names}`,
  not_object_of_texts: 'deve ser um objeto de textos',
  too_many_headers: ({ max, count }) => `devem ser no máximo ${max}, não ${count}`,
  not_header_name: 'deve ter um nome de cabeçalho válido',
  header_not_settable: 'não pode ser definido',
  repeated_header: 'não pode aparecer duas vezes',
  not_header_value: 'só pode ter caracteres ASCII visíveis, espaços e tabulações',
  value_not_stored:
    'deve ter um valor: ******** mantém um valor guardado, e não há nenhum com este nome',
  value_stays_there:
    'deve ser informado de novo: o valor guardado só vale para o esquema, o host e a porta dele',
  values_stay_there:
    'também devem ser informados: os valores guardados só valem para o esquema, o host e a porta deles',
  token_stays_there:
    'também deve ser informado: o guardado só vale para o esquema, o host e a porta dele',
  token_not_stored: 'deve ter um valor: ******** mantém o guardado, e não há nenhum',
  not_retries: ({ delays }) => `deve ser um objeto com attempts e ${delays}, ou null`,
  not_delays: ({ min, max }) => `deve ter de 1 a ${max} números inteiros de no mínimo ${min}`,
  retries_too_long: ({ max, attempts, days }) =>
    `deve terminar em ${max} dias, e estas ${attempts} tentativas levam ${days} dias`,
  after_until: 'não pode ser depois de until, nem no futuro',
  after_end: 'não pode ser depois de to',
  nothing_stored_then: 'é um momento do qual nenhum evento está guardado',
  without_event_of_endpoint: 'deve ter um evento que o endpoint recebe',
  before_oldest_event: ({ oldest }) => `é antes do evento guardado mais antigo, que é de ${oldest}`,
  not_chat_jid: ({ max }) => `deve ser o JID de uma conversa, de no máximo ${max} caracteres`,

  // Filters and transforms.
  too_deep: ({ max }) => `não pode ter mais de ${max} níveis`,
  larger_than: ({ max, bytes }) => `deve ter no máximo ${max} bytes, não ${bytes}`,
  not_filter: 'deve ser um objeto, ou null para nenhum filtro',
  too_many_conditions: ({ max }) => `deve ter no máximo ${max} condições`,
  not_condition: 'deve ser um valor, campos ou operadores: $in recebe uma lista de valores',
  empty_name: 'não pode ter um nome vazio',
  not_list_of_filters: 'deve ser uma lista de filtros',
  not_scalar: 'deve ser um texto, um número, true, false ou null',
  not_filled_text: 'deve ser um texto que não esteja vazio',
  not_list_of_scalars: 'deve ser uma lista de textos, números, true, false e null',
  not_list_of_values: ({ max }) => `deve ser uma lista de 1 a ${max} valores`,
  not_number_or_text: 'deve ser um número ou um texto',
  longer_than: ({ max, length }) => `deve ter no máximo ${max} caracteres, não ${length}`,
  operator_unknown: ({ operators }) => `não é um operador: os que existem são ${operators}`,
  operator_misspelt: ({ meant }) => `não é um operador: você quis dizer ${meant}?`,
  not_transform: 'deve ser um objeto, ou null para deixar os corpos como estão',
  empty_transform: 'deve ter pick, omit, rename ou template; null para deixar os corpos como estão',
  not_one_of_fields: ({ fields }) => `não é um campo: os que existem são ${fields}`,
  template_beside_others: 'não pode ser combinado com outros: ele define o corpo inteiro',
  not_template: ({ presets, place }) =>
    `deve ser um destes valores: ${presets}, um texto com ${place} dentro, ou JSON`,
  not_list_of_paths: ({ max }) => `deve ser uma lista de 1 a ${max} caminhos`,
  not_object_of_paths: ({ max }) => `deve ser um objeto de 1 a ${max} caminhos`,
  not_path: 'deve ser um caminho, como data.Info.Chat',
  path_too_long: ({ max }) => `deve ser um caminho de no máximo ${max} nomes`,
  names_prototype: 'não pode conter __proto__',
  same_path: 'deve ser outro caminho',
  path_overlaps: ({ other }) => `não pode coincidir em parte com ${other}`,
  new_path_overlaps: ({ path, other }) =>
    `não pode virar ${path}, que coincide em parte com ${other}`,
  nothing_left: 'deve deixar algo do que pick seleciona',
  place_in_name: ({ place }) => `deve ser um nome sem ${place}, que é para valores`,
  names_key: 'não pode conter a chave da instância',

  scope_unknown: ({ scope, scopes }) =>
    `tem a permissão desconhecida ${scope}: deve ser uma destas: ${scopes}`,
  scope_misspelt: ({ scope, meant }) =>
    `tem a permissão desconhecida ${scope}: você quis dizer ${meant}?`,

  // Messages and templates.
  not_label_id: 'deve ser o id de uma etiqueta',
  not_digits: ({ min, max }) => `deve ter de ${min} a ${max} dígitos`,
  not_new_template_name: ({ max }) =>
    `deve ter de 1 a ${max} letras minúsculas, dígitos ou sublinhados`,
  variables_not_named: ({ example }) =>
    `deve dar às variáveis nomes de letras minúsculas, dígitos e sublinhados, como ${example}, porque parameter_format é NAMED`,
  variables_not_numbered: ({ example }) =>
    `deve numerar as variáveis ${example} e assim por diante, sem pular nenhuma (nomes precisam de parameter_format NAMED)`,
  adjacent_variables: 'deve ter um texto entre duas variáveis',
  variable_at_edge: 'não pode começar nem terminar com uma variável',
  variables_forbidden: 'não pode ter variáveis',
  more_than_one_variable: 'deve ter no máximo uma variável',
  body_examples_missing: ({ variables }) =>
    `deve ser uma lista com uma lista de textos, um para cada variável: ${variables}`,
  header_example_missing: ({ variables }) =>
    `deve ser uma lista com um texto, um para cada variável: ${variables}`,
  breaks_or_gaps: 'não pode ter quebras de linha, tabulações nem mais de 4 espaços seguidos',
  filled_too_long: ({ part, max }) => `deixa ${part} com mais de ${max} caracteres`,
  no_parameters_taken: ({ part }) =>
    `não pode ter parâmetros: ${part} deste modelo não tem variáveis`,
  parameter_missing: ({ part, variables }) =>
    `deve ter ${part} com um parâmetro, para ${variables}`,
  parameters_missing: ({ part, count, variables }) =>
    `deve ter ${part} com ${count} parâmetros, para ${variables}`,
  typed_parameter_missing: ({ part, types }) =>
    `deve ter ${part} com um parâmetro, do tipo ${types}`,
  carousel_missing: ({ count, last }) =>
    `deve ter carousel com ${count} cartões, cada um uma vez com o seu card_index (0-${last})`,
  not_as_text: ({ values }) =>
    `deve ser um destes valores: ${values}, porque esta instância envia modelos como textos`,
  not_file: 'deve ser um arquivo em base64, ou a URL http ou https de um',
  not_file_name: ({ max }) =>
    `deve ser um nome de 1 a ${max} caracteres, sem barras, barras invertidas nem caracteres de controle`,
  required_for_new_label: 'é obrigatório para uma etiqueta nova',
  no_picture: 'não é uma imagem: PNG, JPEG, WebP, GIF e BMP podem ser lidos',
  picture_unreadable: 'é uma imagem que não pode ser lida aqui: envie PNG, JPEG ou WebP',
  picture_damaged: 'é uma imagem danificada',
  too_many_pixels: ({ max }) => `tem mais de ${max} pixels`,
  picture_too_long: ({ max }) => `tem mais de ${max} pixels de comprimento ou de largura`,
  picture_too_narrow: ({ max }) => `não pode ter o comprimento maior que ${max} vezes a largura`,
  too_many_scans: ({ count }) => `é um JPEG de ${count} varreduras, demais para ser lido`,
  sound_unreadable:
    'é um áudio danificado, longo demais ou de um formato que não é convertido: envie MP3, WAV, ou Opus em Ogg ou WebM',
  not_round_video: 'deve ser MP4: os celulares não reproduzem outros vídeos redondos',
  not_reaction: 'deve ser exatamente um emoji, ou vazio para remover a reação',
  not_poll_options: ({ min, max, characters }) =>
    `deve ser uma lista de ${min} a ${max} textos diferentes de 1 a ${characters} caracteres`,

  // Accounts, people and tokens.
  role_unknown: 'não é a chave de uma função desta conta',
  account_needed_for_others: 'deve ser uma conta',
  account_not_opened: 'não é uma conta que o seu token abre',
  after_own_end: 'não pode ser depois da expiração do seu próprio token',
  not_a_member: 'não é membro desta conta',
  account_of_another_user: 'não é uma conta deste usuário',
  permissions_not_held: ({ permissions }) =>
    `não pode incluir permissões que você não tem: ${permissions}`,
  super_admin_gives: 'só pode ser dado por um super_admin cujo token não está limitado a uma conta',
  wrong_names: ({ max }) => `deve ter nomes de 1 a ${max} caracteres ASCII visíveis`,
  secrets_do_not_move:
    'deve ser informado de novo: segredos guardados não passam para outro endereço ou comando',
  not_each_stage: 'deve listar cada etapa do funil uma vez, e nenhuma de outro',
  not_users_of_account: ({ ids }) => `deve listar usuários da conta; estes não são: ${ids}`,
};
