import type { common as english } from '../en/common.ts';

import { createFormats } from '../formats.ts';

const { count } = createFormats('pt-BR');

export const common: typeof english = {
  loading: 'Carregando…',
  working: 'Processando…',
  saved: 'Salvo',
  save: 'Salvar',
  cancel: 'Cancelar',
  close: 'Fechar',
  delete: 'Excluir',
  edit: 'Editar',
  create: 'Criar',
  done: 'Concluir',
  copy: 'Copiar',
  copied: 'Copiado',
  selected: 'Selecionado: pressione Ctrl+C',
  draftRestored: 'Suas alterações não salvas estão aqui de novo.',
  discard: 'Descartar',
  selectAll: 'Selecionar tudo desta página',
  selectRow: (name) => `Selecionar ${name}`,
  selectedCount: (rows) => count(rows, { one: '# selecionado', other: '# selecionados' }),
  moreRows: (left) =>
    count(left, { one: 'Mostrar mais # linha', other: 'Mostrar mais linhas: faltam #' }),
  clearSelection: 'Limpar seleção',
  unknownAddress: 'Nada está guardado neste endereço.',
  actions: 'Ações',
  previousPage: 'Página anterior',
  nextPage: 'Próxima página',
  pageOf: (page, pages, total) => `Página ${page} de ${pages}, ${total} no total`,
  unreachable: (reason) => `Não foi possível acessar o serviço: ${reason}`,
  noExplanation: 'Sem explicação',
  shownOnce: (name) =>
    `Copie o segredo de assinatura de ${name} agora: esta página não o mostra de novo.`,
  nothingSent: 'Nada foi enviado',
  mustBeJson: (reason) => `precisa ser JSON: ${reason}`,
  inexactNumber: ({ line, column }) =>
    `tem um número na linha ${line}, coluna ${column}, que não pode ser guardado com exatidão: escreva-o entre aspas`,
  changedMeanwhile: 'Outra pessoa alterou isto. Feche e abra de novo',
};
