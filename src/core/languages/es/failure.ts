import type { failure as english } from '../en/failure.ts';

export const failure: typeof english = {
  notFound: 'Página no encontrada',
  unauthorized: 'Esta dirección necesita una clave',
  unauthorizedText:
    'Esta dirección es parte de la API. Los programas envían una clave en el encabezado `apikey` o un token en `api_access_token` bajo `/api/v1`. El navegador no envía ninguno de los dos. Abre el manager: pide la clave y muestra los mismos datos.',
  forbidden: 'Esto no está permitido',
  wrongMethod: 'El navegador no puede abrir esta dirección',
  wrongMethodText:
    'Esta dirección es parte de la API, para programas. La página de la API muestra qué acepta y permite probarlo.',
  unavailable: 'El servicio no puede responder ahora',
  other: 'Algo salió mal',
  from: 'El servicio dice',
  home: 'Ir a la página de inicio',
  manager: 'Abrir el manager',
  api: 'Todas las operaciones',
  docs: 'Leer la documentación',
  requestId: 'ID de la solicitud',
};
