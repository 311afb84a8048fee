/**
 * Problems of fields that a person can cause in a form of the manager, each with its sentence, which is read after the
 * name of the field.
 */
export const formProblems = {
  required: 'is required',
  empty: 'must not be empty',
  blank: 'must not be blank',
  field_unknown: 'is not a known field',
  unknown_value: 'must be one of {values}',
  wrong_format: 'must be in the form {format}',
  wrong_pattern: 'must match {pattern}',

  // Types.
  not_text: 'must be a text',
  not_boolean: 'must be true or false',
  not_integer: 'must be an integer',
  not_number: 'must be a number',
  not_list: 'must be an array',
  not_object: 'must be an object',
  wrong_type: 'must be of the type {types}',

  // Texts.
  too_short: 'must have at least {min} characters',
  too_long: 'must have at most {max} characters',
  text_length: 'must be a text of {min}-{max} characters',
  text_too_long: 'must be a text of at most {max} characters',
  invisible_characters: 'must not contain control or zero-width characters',
  visible_ascii: 'must be {min}-{max} visible ASCII characters, without blanks',
  control_characters: 'must have no control characters',
  too_many_bytes: 'must have at most {max} bytes',
  not_uuid: 'must be a UUID',
  not_email: 'must be an e-mail address of at most {max} characters',
  not_http_url: 'must be an http or https URL of at most {max} characters',
  not_color: 'must be a colour in the form #RRGGBB',
  not_language: 'must be a language such as en or pt_BR',
  not_language_code: 'must be a code such as en or pt_BR',

  // Numbers and times.
  whole_number_between: 'must be a whole number from {min} to {max}',
  whole_number_from: 'must be a whole number from {min}',
  too_small: 'must be at least {min}',
  too_large: 'must be at most {max}',
  not_over: 'must be over {limit}',
  not_under: 'must be under {limit}',
  not_a_multiple: 'must be a multiple of {step}',
  not_a_time: 'must be an ISO 8601 date and time with a zone, such as 2027-01-31T09:00:00Z',
  not_in_the_future: 'must be in the future',
  in_the_past: 'must not be in the past',
  too_far_ahead: 'must be at most {days} days ahead',
  in_the_future: 'must not be in the future',

  // Lists and objects.
  too_few_items: 'must have at least {min} items',
  too_many_items: 'must have at most {max} items',
  repeated_item: 'must not have the same item twice',
  too_few_fields: 'must have at least {min} fields',
  too_many_fields: 'must have at most {max} fields',
  too_many_levels: 'must have at most {max} levels',
  too_many_json_bytes: 'must have at most {max} bytes as JSON',
  not_a_list_of: 'must be an array of one or more of {values}',

  // Phone numbers and addresses of chats.
  not_phone_number: 'must be a phone number with its country code, such as +55 (11) 99999-0000',
  no_country_code:
    'must be a phone number with its country code, and no country code begins with 0',
  trunk_zero:
    'must be a phone number without the 0 behind the country code that is dialled only inside the country',
  wrong_digit_count: 'must be one phone number of {min}-{max} digits with its country code',
  number_with_decimals:
    'must be a phone number without decimals: spreadsheets add them where the column is not a text',
  number_with_exponent:
    'must be a phone number without an exponent: spreadsheets write it where the column is not a text',
  number_with_extension: 'must be a phone number without an extension',
  plus_inside: 'must be one phone number, with + only at its beginning',
  foreign_character: 'must be one phone number, without {character}',
  not_phone_link: 'must be a link with a phone number in it, such as wa.me/5511999990000',
  not_pairing_number: 'must be {min}-15 digits with the code of the country',
  not_number_or_jid:
    'must be a phone number with its country code, such as +55 (11) 99999-0000, or a JID',
  not_jid_with_at:
    'must be the JID of a person, group or channel where it has an @, such as 5511999990000@s.whatsapp.net',
  not_person: 'must be a phone number or the JID of a person, not of a group or a channel',
  not_number_or_jid_with_one: 'must be a phone number, or a JID with one',
  not_group_jid: 'must be the JID of a group, such as 120363000000000001@g.us',
  not_username:
    'must be a username of 3-35 letters, digits, dots and underscores such as @ana.silva, with a key of 4 digits as in @ana.silva:1234, where it begins with an @',
  not_people: 'must be a list of 1-{max} phone numbers or JIDs of people',
  not_phone_numbers: 'must be a list of 1-{max} phone numbers',
  not_invite_code: 'must be 22 letters and digits, or a link with them',

  // Instances and their proxies.
  not_instance_name:
    'must be 1-64 characters without slashes and control characters, with no dot or dash at the beginning and no blank at either end',
  not_available: 'must be one of those available here: {values}',
  not_meta_id: "must be Meta's id, 5-25 digits, as a text",
  needed_for_expired_key: 'is needed: the present key has expired, and what is absent stays',
  number_of_another_account: '{number} is not a number of the account {account}',
  required_for_cloud: 'is required for an instance of whatsapp-cloud',
  only_for_cloud: 'belongs to instances of whatsapp-cloud, not of {provider}',
  reserved_beginning: 'must not begin with {beginning}',
  not_host: 'must be a host name or an address',
  not_host_alone: 'must be a host name or an IP address, without scheme, port or path',
  host_refused: 'must not be used: {cause}',
  not_port: 'must be a port from 1 to {max}',
  colon: 'must have no colon',
  needs_username: 'needs a username',
  password_stays_there: 'must be given again: a stored one stays with its proxy',

  // Endpoints and replays.
  not_url: 'must be a valid URL',
  no_http_host: 'must begin with http:// or https:// and a host',
  misleading_characters: 'must not hold whitespace, control characters or backslashes',
  url_too_long: 'must have at most {max} characters, percent-encoded',
  port_zero: 'must not name port 0',
  address_refused: 'must not be called: {cause}',
  credentials_belong_in_headers:
    'must not hold credentials: give them in {headers} as {example}, user:password in base64',
  masked_url_changed:
    'must be given whole: ******** keeps the stored URL while nothing else changes',
  required_while_enabled: 'is required while enabled is true',
  not_name: 'must be 1-{max} characters without control or zero-width characters',
  not_description:
    'must be a text of at most {max} characters on one line, without control or zero-width characters',
  must_stay: 'must stay {value}',
  must_not_be: 'must not be {value}',
  default_is_operators: 'must stay operator: the events of {name} are also those of queues',
  not_field_of_endpoint: 'is not a field of an endpoint',
  not_boolean_or_null: 'must be true, false or null',
  format_needs_key:
    'must be one of {formats} (evolution-go is for instances: it carries the key of one)',
  format_needs_own_key:
    'must be another: evolution-go puts the key of the instance into every body, and the service stores keys only as hashes: make this request with the key of the instance, or give `token` when it is created',
  format_with_key_for_customer:
    'must be another: evolution-go puts the key of the instance into every body, which is not for a customer',
  not_event_names: 'must be an array of at most {max} event names',
  event_names_unknown: 'holds unknown names: {names}',
  not_object_of_texts: 'must be an object of texts',
  too_many_headers: 'must be at most {max}, not {count}',
  not_header_name: 'must have a valid header name',
  header_not_settable: 'must not be set',
  repeated_header: 'must not be given twice',
  not_header_value: 'must hold only visible ASCII characters, spaces and tabs',
  value_not_stored:
    'must have a value: ******** keeps a stored value, and none is stored under this name',
  value_stays_there: 'must be given again: a stored value stays with its scheme, host and port',
  values_stay_there: 'must be given too: the stored values stay with their scheme, host and port',
  token_stays_there: 'must be given too: the stored one stays with its scheme, host and port',
  token_not_stored: 'must have a value: ******** keeps a stored one, and none is stored',
  not_retries: 'must be an object with attempts and {delays}, or null',
  not_delays: 'must be 1 to {max} whole numbers of at least {min}',
  retries_too_long:
    'must be over within {max} days, and these {attempts} attempts take {days} days',
  after_until: 'must not be after until, and not in the future',
  after_end: 'must not be after to',
  nothing_stored_then: 'is a time from which no events are stored',
  before_oldest_event: 'is before the oldest stored event, which is from {oldest}',
  not_chat_jid: 'must be the JID of a chat, of at most {max} characters',

  // Filters and transforms.
  too_deep: 'must not be more than {max} levels deep',
  larger_than: 'must have at most {max} bytes, not {bytes}',
  not_filter: 'must be an object, or null for no filter',
  too_many_conditions: 'must have at most {max} conditions',
  not_condition: 'must be a value, fields or operators: $in takes a list of values',
  empty_name: 'must not have an empty name',
  not_list_of_filters: 'must be a list of filters',
  not_scalar: 'must be a text, a number, true, false or null',
  not_filled_text: 'must be a text that is not empty',
  not_list_of_scalars: 'must be a list of texts, numbers, true, false and null',
  not_list_of_values: 'must be a list of 1 to {max} values',
  not_number_or_text: 'must be a number or a text',
  longer_than: 'must have at most {max} characters, not {length}',
  operator_unknown: 'is not an operator: there are {operators}',
  operator_misspelt: 'is not an operator: did you mean {meant}?',
  not_transform: 'must be an object, or null for bodies as they are',
  empty_transform: 'must have pick, omit, rename or template; null for bodies as they are',
  not_one_of_fields: 'is not a field: there are {fields}',
  template_beside_others: 'must stand alone: it makes the whole body',
  not_template: 'must be one of {presets}, a text with {place} in it, or JSON',
  not_list_of_paths: 'must be a list of 1 to {max} paths',
  not_object_of_paths: 'must be an object of 1 to {max} paths',
  not_path: 'must be a path such as data.Info.Chat',
  path_too_long: 'must be a path of at most {max} names',
  names_prototype: 'must not name __proto__',
  same_path: 'must be another path',
  path_overlaps: 'must not overlap with {other}',
  new_path_overlaps: 'must not become {path}, which overlaps with {other}',
  nothing_left: 'must leave something of what pick names',
  place_in_name: 'must be a name without {place}, which is for values',
  names_key: 'must not name the key of the instance',

  scope_unknown: 'has the unknown scope {scope}: must be among {scopes}',
  scope_misspelt: 'has the unknown scope {scope}: did you mean {meant}?',

  // Messages and templates.
  not_label_id: 'must be the id of a label',
  not_digits: 'must be {min}-{max} digits',
  not_new_template_name: 'must be 1 to {max} lower-case letters, digits or underscores',
  variables_not_named:
    'must name its variables in lower-case letters, digits and underscores, such as {example}, since parameter_format is NAMED',
  variables_not_numbered:
    'must number its variables {example} and so on without a gap (names need parameter_format NAMED)',
  adjacent_variables: 'must have a text between two variables',
  variable_at_edge: 'must neither begin nor end with a variable',
  variables_forbidden: 'must have no variables',
  more_than_one_variable: 'must have at most one variable',
  body_examples_missing: 'must be a list with a list of texts, one for each of {variables}',
  header_example_missing: 'must be a list with a text, one for each of {variables}',
  breaks_or_gaps: 'must have no line breaks, tabs or more than 4 blanks in a row',
  filled_too_long: 'makes the {part} longer than {max} characters',
  no_parameters_taken: 'must have no parameters: the {part} of this template has no variables',
  parameter_missing: 'must hold a {part} with one parameter, for {variables}',
  parameters_missing: 'must hold a {part} with {count} parameters, for {variables}',
  typed_parameter_missing: 'must hold a {part} with one parameter, of type {types}',
  carousel_missing:
    'must hold a carousel with {count} cards, each with its card_index (0-{last}) once',
  not_as_text: 'must be one of {values}, since this instance sends templates as texts',
  not_file: 'must be a file in base64, or the http or https URL of one',
  not_file_name:
    'must be a name of 1-{max} characters without slashes, backslashes and control characters',
  not_reaction: 'must be exactly one emoji, or empty to take it back',
  not_poll_options: 'must be a list of {min}-{max} different texts of 1-{characters} characters',

  // Accounts, people and tokens.
  role_unknown: 'is not the key of a role of this account',
  account_needed_for_others: 'must be an account',
  account_not_opened: 'is not an account that your token opens',
  after_own_end: 'must not be after the end of your own token',
  not_a_member: 'is not a member of this account',
  account_of_another_user: 'is not an account of this user',
  permissions_not_held: 'must not include permissions that you do not hold: {permissions}',
  super_admin_gives: 'is given by a super_admin whose token is bound to no account',
  wrong_names: 'must have names of 1 to {max} visible ASCII characters',
  secrets_do_not_move:
    'must be given again: stored secrets do not move to another address or command',
  not_each_stage: 'must name each stage once ({faults})',
  not_users_of_account: 'must name users of the account; these are not: {ids}',
} as const;
