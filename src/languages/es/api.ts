import type { api as english } from '../en/api.ts';

export const api: typeof english = {
  title: 'API',
  intro:
    'Todas las operaciones con sus campos y respuestas, para probarlas aquí mismo. Los programas leen lo mismo en `/openapi.json`.',
  keys: 'Claves para probar',
  apikey: 'Clave (`apikey`)',
  token: 'Token de acceso (`api_access_token`), para `/api/v1`',
  keysHint: 'El manager usa las mismas. Se quedan en esta pestaña, salvo que se guarden allí.',
  groups: 'Grupos de operaciones',

  filter: 'Filtrar operaciones',
  nothingLeft: 'Ninguna operación tiene esas palabras',
  events: 'Eventos por webhook',
  eventsText: 'Lo que recibe un webhook: el cuerpo de cada tipo de evento.',
  failed: 'No se pudieron cargar las operaciones',
};
