import type { crm as portuguese } from '../../pt-BR/failures/crm.ts';

export const crm: Readonly<Record<keyof typeof portuguese, string>> = {
  'A pipeline with this name exists already': 'Ya existe un embudo con este nombre',
  'A role with the key {key} exists already': 'Ya existe un rol con la clave {key}',
  'A super_admin is a member of every account': 'Un super_admin es miembro de todas las cuentas',
  'A test of this webhook is under way': 'Hay una prueba de este webhook en curso',
  'A token for that account needs the permission access_tokens.create there':
    'Un token para esa cuenta necesita el permiso access_tokens.create en ella',
  'A user with this e-mail address is a member already': 'Un usuario con este correo ya es miembro',
  'An MCP server with this name exists already': 'Ya existe un servidor MCP con este nombre',
  'An account has at most {max} webhooks': 'Una cuenta tiene {max} webhooks como máximo',
  'It cannot be tested: {reason}': 'No se puede probar: {reason}',
  'No super_admin would have a usable token: make another first':
    'Ningún super_admin quedaría con un token utilizable: crea otro antes',
  'You cannot change your own role': 'No se puede cambiar el propio rol',
  'You cannot delete your only account': 'No se puede eliminar la única cuenta propia',
  'You cannot remove yourself': 'No se puede eliminar a uno mismo',
  'The account has {max} open invitations: withdraw some, or wait until they expire':
    'La cuenta tiene {max} invitaciones abiertas: retira algunas, o espera a que expiren',
  'A record that this needs has just been deleted: try again':
    'Se eliminó entretanto algo que esto necesita: inténtalo otra vez',
  'The account is suspended': 'La cuenta está suspendida',
  'The invitation has been {what} already': 'La invitación ya fue {what}',
  accepted: 'aceptada',
  declined: 'rechazada',
  'The sender of this invitation may not give its role any more: ask for another one':
    'Quien envió esta invitación ya no puede dar su rol: pide otra',
  'The invitation is for another e-mail address than yours':
    'La invitación es para otro correo, no para el tuyo',
  'Too many secrets of invitations were tried': 'Se probaron demasiados secretos de invitaciones',
  'This operation needs a token of your own: one without scopes that you made or rotated yourself':
    'Esta operación necesita un token solo tuyo: sin alcances, creado o renovado por ti',
  'The invitation has expired: ask for another one': 'La invitación expiró: pide otra',
  'The last owner cannot leave: make somebody else an account_owner first':
    'El último dueño no puede salir: haz account_owner a otra persona antes',
  'The list has {bytes} bytes, more than the {max} of one answer: {reason}':
    'La lista tiene {bytes} bytes, más que los {max} de una respuesta: {reason}',
  'The role of this invitation was deleted: ask for another one':
    'El rol de esta invitación fue eliminado: pide otra',
  'The role or the person was deleted meanwhile':
    'El rol o la persona fue eliminada mientras tanto',
  'The role was deleted meanwhile': 'El rol fue eliminado mientras tanto',
  'The role {key} permits more than your token does': 'El rol {key} permite más que tu token',
  'The role is held by users: give them another one first':
    'Hay usuarios con este rol: dales otro antes',
  'The user has no account that is not suspended':
    'El usuario no tiene cuentas que no estén suspendidas',
  'The user is a member of other accounts too: only they or a super_admin may change this':
    'El usuario también es miembro de otras cuentas: solo él o un super_admin puede cambiar esto',
  'The user is not a member of any account': 'El usuario no es miembro de ninguna cuenta',
  'The user is not a member of this account': 'El usuario no es miembro de esta cuenta',
  'The webhook is disabled': 'El webhook está desactivado',
  'The {what} being changed by others: try again':
    'Otra solicitud está cambiando lo mismo ({what}): inténtalo otra vez',
  'This operation needs a token that permits all its user may do; the scopes of this one leave out {names}':
    'Esta operación necesita un token que permita todo lo que puede su usuario; los alcances de este dejan fuera {names}',
  'This operation needs the permission {name}': 'Esta operación necesita el permiso {name}',
  'This token ends later than yours, which has scopes and an end':
    'Este token termina después que el tuyo, que tiene alcances y un final',
  'must not be after the end of your own token':
    'no puede ser posterior al final de tu propio token',
  'This token is bound to another account': 'Este token está atado a otra cuenta',
  'This token opens another account where it permits more than yours: remove its user from this account instead':
    'Este token abre otra cuenta en la que permite más que el tuyo: en su lugar, quita a su usuario de esta cuenta',
  'This token opens other accounts too: only its user or a super_admin may change it':
    'Este token también abre otras cuentas: solo su usuario o un super_admin puede cambiarlo',
  'This token permits more than yours': 'Este token permite más que el tuyo',
  'page and skip say the same: give one of them': 'page y skip dicen lo mismo: envía uno solo',
  'pageSize, per_page and limit are the same: give one':
    'pageSize, per_page y limit son lo mismo: envía uno solo',
  '{key} is a system role and cannot be changed':
    '{key} es un rol del sistema y no se puede cambiar',
  'webhook deleted': 'el webhook fue eliminado',
  'webhook disabled': 'el webhook está desactivado',
  'webhook not set': 'el webhook no está configurado',
  'instance deleted': 'la instancia fue eliminada',

  'account not found': 'cuenta no encontrada',
  'access token not found': 'token de acceso no encontrado',
  'inbox not found': 'bandeja de entrada no encontrada',
  'invitation not found': 'invitación no encontrada',
  'MCP server not found': 'servidor MCP no encontrado',
  'membership not found': 'membresía no encontrada',
  'pipeline not found': 'embudo no encontrado',
  'pipeline stage not found': 'etapa del embudo no encontrada',
  'role not found': 'rol no encontrado',
  'user not found': 'usuario no encontrado',
  'webhook not found': 'webhook no encontrado',
  'must not be after until, and not in the future':
    'no puede ser posterior a until ni estar en el futuro',
  'The replay is {state}': 'La repetición está {state}',
};
