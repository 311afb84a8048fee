import type { common as english } from '../en/common.ts';

import { createFormats } from '../formats.ts';

const { count } = createFormats('es');

export const common: typeof english = {
  loading: 'Cargando…',
  working: 'Procesando…',
  saved: 'Guardado',
  save: 'Guardar',
  cancel: 'Cancelar',
  close: 'Cerrar',
  delete: 'Eliminar',
  edit: 'Editar',
  create: 'Crear',
  done: 'Listo',
  copy: 'Copiar',
  copied: 'Copiado',
  selected: 'Seleccionado: presiona Ctrl+C',
  draftRestored: 'Tus cambios sin guardar están aquí de nuevo.',
  discard: 'Descartar',
  selectAll: 'Seleccionar todo lo de esta página',
  selectRow: (name) => `Seleccionar ${name}`,
  selectedCount: (rows) => count(rows, { one: '# seleccionado', other: '# seleccionados' }),
  moreRows: (left) =>
    count(left, { one: 'Mostrar # fila más', other: 'Mostrar más filas: faltan #' }),
  clearSelection: 'Borrar la selección',
  unknownAddress: 'No hay nada guardado en esta dirección.',
  actions: 'Acciones',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  pageOf: (page, pages, total) => `Página ${page} de ${pages}, ${total} en total`,
  unreachable: (reason) => `No se puede acceder al servicio: ${reason}`,
  noExplanation: 'Sin explicación',
  shownOnce: (name) =>
    `Copia el secreto de firma de ${name} ahora: esta página no lo vuelve a mostrar.`,
  nothingSent: 'No se envió nada',
  mustBeJson: (reason) => `debe ser JSON: ${reason}`,
  inexactNumber: ({ line, column }) =>
    `tiene un número en la línea ${line}, columna ${column}, que no puede guardarse con exactitud: escríbelo entre comillas`,
  changedMeanwhile: 'Otra persona modificó esto. Ciérralo y ábrelo de nuevo',
};
