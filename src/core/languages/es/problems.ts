/** The problems of fields that a person can cause in a form of the manager; each is read after the name of the field. */
import type { ProblemTexts } from '../reasons.ts';

export const problems: ProblemTexts = {
  required: 'es obligatorio',
  empty: 'no puede quedar vacío',
  blank: 'no puede quedar en blanco',
  field_unknown: 'no es un campo conocido',
  unknown_value: ({ values }) => `debe ser uno de estos valores: ${values}`,
  wrong_format: ({ format }) => `debe tener el formato ${format}`,
  wrong_pattern: ({ pattern }) => `debe seguir el patrón ${pattern}`,

  // Types.
  not_text: 'debe ser un texto',
  not_boolean: 'debe ser true o false',
  not_integer: 'debe ser un número entero',
  not_number: 'debe ser un número',
  not_list: 'debe ser una lista',
  not_object: 'debe ser un objeto',
  wrong_type: ({ types }) => `debe ser de uno de estos tipos: ${types}`,

  // Texts.
  too_short: ({ min }) => `debe tener al menos ${min} caracteres`,
  too_long: ({ max }) => `debe tener como máximo ${max} caracteres`,
  text_length: ({ min, max }) => `debe ser un texto de ${min} a ${max} caracteres`,
  text_too_long: ({ max }) => `debe ser un texto de ${max} caracteres como máximo`,
  invisible_characters: 'no puede tener caracteres de control ni de ancho cero',
  visible_ascii: ({ min, max }) =>
    `debe tener de ${min} a ${max} caracteres ASCII visibles, sin espacios`,
  control_characters: 'no puede tener caracteres de control',
  too_many_bytes: ({ max }) => `debe tener como máximo ${max} bytes`,
  not_uuid: 'debe ser un UUID',
  not_email: ({ max }) =>
    `debe ser una dirección de correo electrónico de ${max} caracteres como máximo`,
  not_http_url: ({ max }) => `debe ser una URL http o https de ${max} caracteres como máximo`,
  not_color: 'debe ser un color con el formato #RRGGBB',
  not_language: 'debe ser un idioma, como en o pt_BR',
  not_language_code: 'debe ser un código, como en o pt_BR',

  // Numbers and times.
  whole_number_between: ({ min, max }) => `debe ser un número entero de ${min} a ${max}`,
  whole_number_from: ({ min }) => `debe ser un número entero a partir de ${min}`,
  too_small: ({ min }) => `debe ser al menos ${min}`,
  too_large: ({ max }) => `debe ser como máximo ${max}`,
  not_over: ({ limit }) => `debe ser mayor que ${limit}`,
  not_under: ({ limit }) => `debe ser menor que ${limit}`,
  not_a_multiple: ({ step }) => `debe ser un múltiplo de ${step}`,
  not_a_time: 'debe ser fecha y hora ISO 8601 con zona, como 2027-01-31T09:00:00Z',
  not_in_the_future: 'debe estar en el futuro',
  in_the_past: 'no puede estar en el pasado',
  too_far_ahead: ({ days }) => `no puede pasar de ${days} días en el futuro`,
  in_the_future: 'no puede estar en el futuro',

  // Lists and objects.
  too_few_items: ({ min }) => `debe tener al menos ${min} ${min === 1 ? 'elemento' : 'elementos'}`,
  too_many_items: ({ max }) =>
    `debe tener como máximo ${max} ${max === 1 ? 'elemento' : 'elementos'}`,
  repeated_item: 'no puede tener el mismo elemento dos veces',
  too_few_fields: ({ min }) => `debe tener al menos ${min} ${min === 1 ? 'campo' : 'campos'}`,
  too_many_fields: ({ max }) => `debe tener como máximo ${max} ${max === 1 ? 'campo' : 'campos'}`,
  too_many_levels: ({ max }) => `debe tener como máximo ${max} niveles`,
  too_many_json_bytes: ({ max }) => `debe tener como máximo ${max} bytes en JSON`,
  not_a_list_of: ({ values }) => `debe ser una lista con uno o más de estos valores: ${values}`,

  // Phone numbers and addresses of chats.
  not_phone_number:
    'debe ser un número de teléfono con el código de país, como +55 (11) 99999-0000',
  no_country_code:
    'debe ser un número de teléfono con el código de país, y ningún código de país empieza con 0',
  trunk_zero:
    'debe ser un número de teléfono sin el 0 después del código de país, que solo se marca dentro del país',
  wrong_digit_count: ({ min, max }) =>
    `debe ser un número de teléfono de ${min} a ${max} dígitos, con el código de país`,
  number_with_decimals:
    'debe ser un número de teléfono sin decimales: las hojas de cálculo los agregan cuando la columna no es texto',
  number_with_exponent:
    'debe ser un número de teléfono sin exponente: las hojas de cálculo lo escriben cuando la columna no es texto',
  number_with_extension: 'debe ser un número de teléfono sin extensión',
  plus_inside: 'debe ser un solo número de teléfono, con + solo al principio',
  foreign_character: ({ character }) => `debe ser un solo número de teléfono, sin ${character}`,
  not_phone_link: 'debe ser un enlace que tenga un número de teléfono, como wa.me/5511999990000',
  not_pairing_number: ({ min }) => `debe tener de ${min} a 15 dígitos, con el código de país`,
  not_number_or_jid:
    'debe ser un número de teléfono con el código de país, como +55 (11) 99999-0000, o un JID',
  not_jid_with_at:
    'debe ser el JID de una persona, un grupo o un canal cuando tiene @, como 5511999990000@s.whatsapp.net',
  not_person:
    'debe ser un número de teléfono o el JID de una persona, no el de un grupo o un canal',
  not_number_or_jid_with_one: 'debe ser un número de teléfono, o un JID que tenga uno',
  not_group_jid: 'debe ser el JID de un grupo, como 120363000000000001@g.us',
  not_username:
    'debe ser un nombre de usuario de 3 a 35 letras, dígitos, puntos y guiones bajos, como @ana.silva, con una clave de 4 dígitos, como en @ana.silva:1234, cuando empieza con @',
  not_people: ({ max }) =>
    `debe ser una lista de 1 a ${max} números de teléfono o JIDs de personas`,
  not_phone_numbers: ({ max }) => `debe ser una lista de 1 a ${max} números de teléfono`,
  not_invite_code: 'debe tener 22 letras y dígitos, o ser un enlace con ellos',

  // Instances and their proxies.
  not_instance_name:
    'debe tener de 1 a 64 caracteres, sin barras ni caracteres de control, sin punto ni guion al principio y sin espacio al principio ni al final',
  not_available: ({ values }) => `debe ser uno de los disponibles aquí: ${values}`,
  not_meta_id: 'debe ser el id de Meta, de 5 a 25 dígitos, como texto',
  needed_for_expired_key:
    'es necesario: la clave actual venció, y lo que no se indica queda como está',
  number_of_another_account: ({ number, account }) =>
    `${number} no es un número de la cuenta ${account}`,
  required_for_cloud: 'es obligatorio para una instancia de whatsapp-cloud',
  only_for_cloud: ({ provider }) => `es de instancias de whatsapp-cloud, no de ${provider}`,
  reserved_beginning: ({ beginning }) => `no puede empezar con ${beginning}`,
  not_host: 'debe ser un nombre de host o una dirección',
  not_host_alone: 'debe ser un nombre de host o una dirección IP, sin esquema, puerto ni ruta',
  host_refused:
    'no puede usarse: está en una red que este servicio no permite (PROXY_ALLOW_NETWORKS)',
  not_port: ({ max }) => `debe ser un puerto de 1 a ${max}`,
  colon: 'no puede tener dos puntos',
  needs_username: 'necesita un nombre de usuario',
  password_stays_there: 'debe indicarse de nuevo: la contraseña guardada solo vale para su proxy',

  // Endpoints and replays.
  not_url: 'debe ser una URL válida',
  no_http_host: 'debe empezar con http:// o https:// y un host',
  misleading_characters: 'no puede tener espacios, caracteres de control ni barras invertidas',
  url_too_long: ({ max }) => `debe tener como máximo ${max} caracteres después de codificarse`,
  port_zero: 'no puede tener el puerto 0',
  address_refused:
    'no puede llamarse: es de este servicio, o de una red que este servicio no permite (WEBHOOK_ALLOW_NETWORKS)',
  credentials_belong_in_headers: ({ headers, example }) =>
    `no puede contener credenciales: indícalas en ${headers} como ${example}, con usuario:contraseña en base64`,
  masked_url_changed:
    'debe indicarse completa: ******** solo conserva la URL guardada mientras nada más cambie',
  required_while_enabled: 'es obligatorio mientras enabled sea true',
  not_name: ({ max }) =>
    `debe tener de 1 a ${max} caracteres, sin caracteres de control ni de ancho cero`,
  not_description: ({ max }) =>
    `debe ser un texto de ${max} caracteres como máximo en una línea, sin caracteres de control ni de ancho cero`,
  must_stay: ({ value }) => `debe seguir siendo ${value}`,
  must_not_be: ({ value }) => `no puede ser ${value}`,
  default_is_operators: ({ name }) =>
    `debe seguir siendo operator: los eventos de ${name} son también los de las colas`,
  not_field_of_endpoint: 'no es un campo de endpoint',
  not_boolean_or_null: 'debe ser true, false o null',
  format_needs_key: ({ formats }) =>
    `debe ser uno de estos valores: ${formats} (evolution-go es para instancias: lleva la clave de una)`,
  format_needs_own_key:
    'debe ser otro: evolution-go pone la clave de la instancia en cada cuerpo, y el servicio solo guarda hashes de las claves: haz esta solicitud con la clave de la instancia, o indica `token` al crearla',
  format_with_key_for_customer:
    'debe ser otro: evolution-go pone la clave de la instancia en cada cuerpo, y no es para un cliente',
  not_event_names: ({ max }) => `debe ser una lista de ${max} nombres de eventos como máximo`,
  event_names_unknown: ({ names }) => `tiene nombres desconocidos: ${names}`,
  not_object_of_texts: 'debe ser un objeto de textos',
  too_many_headers: ({ max, count }) => `deben ser como máximo ${max}, no ${count}`,
  not_header_name: 'debe tener un nombre de encabezado válido',
  header_not_settable: 'no puede definirse',
  repeated_header: 'no puede aparecer dos veces',
  not_header_value: 'solo puede tener caracteres ASCII visibles, espacios y tabulaciones',
  value_not_stored:
    'debe tener un valor: ******** conserva un valor guardado, y no hay ninguno con este nombre',
  value_stays_there:
    'debe indicarse de nuevo: el valor guardado solo vale para su esquema, su host y su puerto',
  values_stay_there:
    'también deben indicarse: los valores guardados solo valen para su esquema, su host y su puerto',
  token_stays_there:
    'también debe indicarse: el guardado solo vale para su esquema, su host y su puerto',
  token_not_stored: 'debe tener un valor: ******** conserva el guardado, y no hay ninguno',
  not_retries: ({ delays }) => `debe ser un objeto con attempts y ${delays}, o null`,
  not_delays: ({ min, max }) => `debe tener de 1 a ${max} números enteros de al menos ${min}`,
  retries_too_long: ({ max, attempts, days }) =>
    `debe terminar en ${max} días, y estos ${attempts} intentos llevan ${days} días`,
  after_until: 'no puede ser después de until, ni en el futuro',
  after_end: 'no puede ser después de to',
  nothing_stored_then: 'es un momento del que no hay eventos guardados',
  without_event_of_endpoint: 'debe tener un evento que el endpoint recibe',
  before_oldest_event: ({ oldest }) =>
    `es anterior al evento guardado más antiguo, que es de ${oldest}`,
  not_chat_jid: ({ max }) => `debe ser el JID de un chat, de ${max} caracteres como máximo`,

  // Filters and transforms.
  too_deep: ({ max }) => `no puede tener más de ${max} niveles`,
  larger_than: ({ max, bytes }) => `debe tener como máximo ${max} bytes, no ${bytes}`,
  not_filter: 'debe ser un objeto, o null para ningún filtro',
  too_many_conditions: ({ max }) => `debe tener como máximo ${max} condiciones`,
  not_condition: 'debe ser un valor, campos u operadores: $in recibe una lista de valores',
  empty_name: 'no puede tener un nombre vacío',
  not_list_of_filters: 'debe ser una lista de filtros',
  not_scalar: 'debe ser un texto, un número, true, false o null',
  not_filled_text: 'debe ser un texto que no esté vacío',
  not_list_of_scalars: 'debe ser una lista de textos, números, true, false y null',
  not_list_of_values: ({ max }) => `debe ser una lista de 1 a ${max} valores`,
  not_number_or_text: 'debe ser un número o un texto',
  longer_than: ({ max, length }) => `debe tener como máximo ${max} caracteres, no ${length}`,
  operator_unknown: ({ operators }) => `no es un operador: los que existen son ${operators}`,
  operator_misspelt: ({ meant }) => `no es un operador: ¿quisiste decir ${meant}?`,
  not_transform: 'debe ser un objeto, o null para dejar los cuerpos como están',
  empty_transform:
    'debe tener pick, omit, rename o template; null para dejar los cuerpos como están',
  not_one_of_fields: ({ fields }) => `no es un campo: los que existen son ${fields}`,
  template_beside_others: 'no puede combinarse con otros: define el cuerpo entero',
  not_template: ({ presets, place }) =>
    `debe ser uno de estos valores: ${presets}, un texto con ${place} dentro, o JSON`,
  not_list_of_paths: ({ max }) => `debe ser una lista de 1 a ${max} rutas`,
  not_object_of_paths: ({ max }) => `debe ser un objeto de 1 a ${max} rutas`,
  not_path: 'debe ser una ruta, como data.Info.Chat',
  path_too_long: ({ max }) => `debe ser una ruta de ${max} nombres como máximo`,
  names_prototype: 'no puede contener __proto__',
  same_path: 'debe ser otra ruta',
  path_overlaps: ({ other }) => `no puede coincidir en parte con ${other}`,
  new_path_overlaps: ({ path, other }) =>
    `no puede pasar a ser ${path}, que coincide en parte con ${other}`,
  nothing_left: 'debe dejar algo de lo que pick selecciona',
  place_in_name: ({ place }) => `debe ser un nombre sin ${place}, que es para valores`,
  names_key: 'no puede contener la clave de la instancia',

  scope_unknown: ({ scope, scopes }) =>
    `tiene el permiso desconocido ${scope}: debe ser uno de estos: ${scopes}`,
  scope_misspelt: ({ scope, meant }) =>
    `tiene el permiso desconocido ${scope}: ¿quisiste decir ${meant}?`,

  // Messages and templates.
  not_label_id: 'debe ser el id de una etiqueta',
  not_digits: ({ min, max }) => `debe tener de ${min} a ${max} dígitos`,
  not_new_template_name: ({ max }) =>
    `debe tener de 1 a ${max} letras minúsculas, dígitos o guiones bajos`,
  variables_not_named: ({ example }) =>
    `debe dar a las variables nombres de letras minúsculas, dígitos y guiones bajos, como ${example}, porque parameter_format es NAMED`,
  variables_not_numbered: ({ example }) =>
    `debe numerar las variables ${example} y así sucesivamente, sin saltarse ninguna (los nombres necesitan parameter_format NAMED)`,
  adjacent_variables: 'debe tener un texto entre dos variables',
  variable_at_edge: 'no puede empezar ni terminar con una variable',
  variables_forbidden: 'no puede tener variables',
  more_than_one_variable: 'debe tener como máximo una variable',
  body_examples_missing: ({ variables }) =>
    `debe ser una lista con una lista de textos, uno para cada variable: ${variables}`,
  header_example_missing: ({ variables }) =>
    `debe ser una lista con un texto, uno para cada variable: ${variables}`,
  breaks_or_gaps: 'no puede tener saltos de línea, tabulaciones ni más de 4 espacios seguidos',
  filled_too_long: ({ part, max }) => `deja ${part} con más de ${max} caracteres`,
  no_parameters_taken: ({ part }) =>
    `no puede tener parámetros: ${part} de esta plantilla no tiene variables`,
  parameter_missing: ({ part, variables }) =>
    `debe tener ${part} con un parámetro, para ${variables}`,
  parameters_missing: ({ part, count, variables }) =>
    `debe tener ${part} con ${count} parámetros, para ${variables}`,
  typed_parameter_missing: ({ part, types }) =>
    `debe tener ${part} con un parámetro, del tipo ${types}`,
  carousel_missing: ({ count, last }) =>
    `debe tener carousel con ${count} tarjetas, cada una una vez con su card_index (0-${last})`,
  not_as_text: ({ values }) =>
    `debe ser uno de estos valores: ${values}, porque esta instancia envía las plantillas como textos`,
  not_file: 'debe ser un archivo en base64, o la URL http o https de uno',
  not_file_name: ({ max }) =>
    `debe ser un nombre de 1 a ${max} caracteres, sin barras, barras invertidas ni caracteres de control`,
  required_for_new_label: 'es obligatorio para una etiqueta nueva',
  no_picture: 'no es una imagen: se pueden leer PNG, JPEG, WebP, GIF y BMP',
  picture_unreadable: 'es una imagen que no se puede leer aquí: envía PNG, JPEG o WebP',
  picture_damaged: 'es una imagen dañada',
  too_many_pixels: ({ max }) => `tiene más de ${max} píxeles`,
  picture_too_long: ({ max }) => `tiene más de ${max} píxeles de largo o de ancho`,
  picture_too_narrow: ({ max }) => `no puede ser más de ${max} veces más largo que ancho`,
  too_many_scans: ({ count }) => `es un JPEG de ${count} pasadas, demasiadas para leerlo`,
  sound_unreadable:
    'es un audio dañado, demasiado largo o de un formato que no se convierte: envía MP3, WAV, u Opus en Ogg o WebM',
  not_round_video: 'debe ser MP4: los teléfonos no reproducen otros videos redondos',
  not_reaction: 'debe ser exactamente un emoji, o vacío para quitar la reacción',
  not_poll_options: ({ min, max, characters }) =>
    `debe ser una lista de ${min} a ${max} textos diferentes de 1 a ${characters} caracteres`,

  // Accounts, people and tokens.
  role_unknown: 'no es la clave de un rol de esta cuenta',
  account_needed_for_others: 'debe ser una cuenta',
  account_not_opened: 'no es una cuenta que tu token abra',
  after_own_end: 'no puede ser después del vencimiento de tu propio token',
  not_a_member: 'no es miembro de esta cuenta',
  account_of_another_user: 'no es una cuenta de este usuario',
  permissions_not_held: ({ permissions }) =>
    `no puede incluir permisos que no tienes: ${permissions}`,
  super_admin_gives: 'solo puede darlo un super_admin cuyo token no esté limitado a una cuenta',
  wrong_names: ({ max }) => `debe tener nombres de 1 a ${max} caracteres ASCII visibles`,
  secrets_do_not_move:
    'debe indicarse de nuevo: los secretos guardados no pasan a otra dirección o comando',
  not_each_stage: 'debe listar cada etapa del embudo una vez, y ninguna de otro',
  not_users_of_account: ({ ids }) => `debe listar usuarios de la cuenta; estos no lo son: ${ids}`,
};
