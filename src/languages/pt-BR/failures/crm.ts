/** Failure sentences of the CRM. */
export const crm = {
  'A pipeline with this name exists already': 'Já existe um funil com este nome',
  'A role with the key {key} exists already': 'Já existe uma função com a chave {key}',
  'A super_admin is a member of every account': 'Um super_admin é membro de todas as contas',
  'A test of this webhook is under way': 'Um teste deste webhook está em andamento',
  'A token for that account needs the permission access_tokens.create there':
    'Um token para essa conta precisa da permissão access_tokens.create nela',
  'A user with this e-mail address is a member already': 'Um usuário com este e-mail já é membro',
  'An MCP server with this name exists already': 'Já existe um servidor MCP com este nome',
  'An account has at most {max} webhooks': 'Uma conta tem no máximo {max} webhooks',
  'It cannot be tested: {reason}': 'Não dá para testar: {reason}',
  'No super_admin would have a usable token: make another first':
    'Nenhum super_admin ficaria com um token utilizável: crie outro antes',
  'You cannot change your own role': 'Você não pode mudar a própria função',
  'You cannot delete your only account': 'Você não pode excluir a única conta que tem',
  'You cannot remove yourself': 'Você não pode remover a si mesmo',
  'The account has {max} open invitations: withdraw some, or wait until they expire':
    'A conta tem {max} convites abertos: retire alguns, ou espere que expirem',
  'A record that this needs has just been deleted: try again':
    'Algo de que isto precisa foi excluído nesse meio-tempo: tente de novo',
  'The account is suspended': 'A conta está suspensa',
  'The invitation has been {what} already': 'O convite já foi {what}',
  accepted: 'aceito',
  declined: 'recusado',
  'The sender of this invitation may not give its role any more: ask for another one':
    'Quem enviou este convite não pode mais dar a função dele: peça outro',
  'The invitation is for another e-mail address than yours':
    'O convite é para um e-mail diferente do seu',
  'Too many secrets of invitations were tried': 'Foram tentados segredos de convites demais',
  'This operation needs a token of your own: one without scopes that you made or rotated yourself':
    'Esta operação precisa de um token só seu: sem escopos, criado ou renovado por você',
  'The invitation has expired: ask for another one': 'O convite expirou: peça outro',
  'The last owner cannot leave: make somebody else an account_owner first':
    'O último dono não pode sair: torne outra pessoa account_owner antes',
  'The list has {bytes} bytes, more than the {max} of one answer: {reason}':
    'A lista tem {bytes} bytes, mais que os {max} de uma resposta: {reason}',
  'The role of this invitation was deleted: ask for another one':
    'A função deste convite foi excluída: peça outro convite',
  'The role or the person was deleted meanwhile':
    'A função ou a pessoa foi excluída nesse meio-tempo',
  'The role was deleted meanwhile': 'A função foi excluída nesse meio-tempo',
  'The role {key} permits more than your token does': 'A função {key} permite mais que o seu token',
  'The role is held by users: give them another one first':
    'A função está em uso por usuários: dê outra a eles antes',
  'The user has no account that is not suspended':
    'O usuário não tem conta que não esteja suspensa',
  'The user is a member of other accounts too: only they or a super_admin may change this':
    'O usuário também é membro de outras contas: só ele ou um super_admin pode mudar isto',
  'The user is not a member of any account': 'O usuário não é membro de nenhuma conta',
  'The user is not a member of this account': 'O usuário não é membro desta conta',
  'The webhook is disabled': 'O webhook está desativado',
  'The {what} being changed by others: try again':
    'Outra requisição está alterando o mesmo ({what}): tente de novo',
  'This operation needs a token that permits all its user may do; the scopes of this one leave out {names}':
    'Esta operação precisa de um token que permita tudo o que o usuário pode; os escopos deste deixam de fora {names}',
  'This operation needs the permission {name}': 'Esta operação precisa da permissão {name}',
  'This token ends later than yours, which has scopes and an end':
    'Este token termina depois do seu, que tem escopos e um fim',
  'must not be after the end of your own token': 'não pode ser depois do fim do seu próprio token',
  'This token is bound to another account': 'Este token está preso a outra conta',
  'This token opens another account where it permits more than yours: remove its user from this account instead':
    'Este token abre outra conta em que permite mais que o seu: em vez disso, remova o usuário dele desta conta',
  'This token opens other accounts too: only its user or a super_admin may change it':
    'Este token também abre outras contas: só o usuário dele ou um super_admin pode mudá-lo',
  'This token permits more than yours': 'Este token permite mais que o seu',
  'page and skip say the same: give one of them': 'page e skip dizem o mesmo: envie um só',
  'pageSize, per_page and limit are the same: give one':
    'pageSize, per_page e limit são a mesma coisa: envie um só',
  '{key} is a system role and cannot be changed':
    '{key} é uma função do sistema e não pode ser alterada',
  'webhook deleted': 'o webhook foi excluído',
  'webhook disabled': 'o webhook está desativado',
  'webhook not set': 'o webhook não está configurado',
  'instance deleted': 'a instância foi excluída',

  'account not found': 'conta não encontrada',
  'access token not found': 'token de acesso não encontrado',
  'inbox not found': 'caixa de entrada não encontrada',
  'invitation not found': 'convite não encontrado',
  'MCP server not found': 'servidor MCP não encontrado',
  'membership not found': 'participação na conta não encontrada',
  'pipeline not found': 'funil não encontrado',
  'pipeline stage not found': 'etapa do funil não encontrada',
  'role not found': 'função não encontrada',
  'user not found': 'usuário não encontrado',
  'webhook not found': 'webhook não encontrado',
  'must not be after until, and not in the future': 'não pode ser depois de until, nem no futuro',
  'The replay is {state}': 'A repetição está {state}',
} as const;
