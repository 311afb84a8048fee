/** Advice about a failed test of a webhook and about a channel that is down. */
import type { AdviceTexts } from '../reasons.ts';

export const advice: AdviceTexts = {
  // A test of a webhook, by the error of its request.
  answer_first:
    'Responde primero y trata el evento después; si no llega nada, puede que un firewall lo bloquee.',
  start_receiver:
    'Inicia el receptor, o corrige el host y el puerto; dentro de un contenedor, localhost es el propio contenedor.',
  read_log_of_receiver:
    'El receptor cerró la conexión: revisa su log, y si espera https en este puerto.',
  correct_name:
    'Corrige el nombre del host, regístralo en el DNS que consulta este servicio, o permite su red en WEBHOOK_ALLOW_NETWORKS.',
  valid_certificate:
    'Da al receptor un certificado válido para este nombre, o pon en NODE_EXTRA_CA_CERTS tu propia autoridad.',
  speaks_no_http: 'Lo que responde ahí no habla HTTP: corrige el puerto, o cambia http por https.',
  receiver_refused: 'El receptor lo rechazó: su log dice por qué.',
  redirects_not_followed: 'No se siguen las redirecciones: indica la URL a la que llevan.',
  answered_nothing: 'El receptor no respondió nada.',
  answer_too_large: 'La respuesta es demasiado grande.',
  allow_network:
    'La dirección está en una red que las entregas no pueden alcanzar: permítela en WEBHOOK_ALLOW_NETWORKS, o usa una dirección pública.',
  check_route: 'Comprueba si esta máquina tiene una ruta hacia el receptor.',
  correct_transform:
    'No se envió nada: corrige la transformación del endpoint y pruébala con este evento.',
  free_resources: 'No se envió nada: le faltan archivos o memoria a esta máquina, no al receptor.',
  use_http: 'Empieza la URL con http://, o indica el puerto en que el receptor habla TLS.',
  use_https: 'Empieza la URL con https://.',
  newer_tls: 'Activa TLS 1.2 o 1.3 en el receptor.',
  no_client_certificate:
    'Haz que el receptor acepte conexiones sin certificado del cliente y conozca el nombre de la URL.',
  renew_certificate: 'Renueva el certificado del receptor.',
  set_clocks: 'Pon en hora los relojes del receptor y de esta máquina.',
  name_of_certificate: 'Usa el nombre del certificado, o consigue un certificado para este nombre.',
  known_authority:
    'Usa un certificado de una autoridad conocida, con los intermedios, o pon en NODE_EXTRA_CA_CERTS tu propia autoridad.',
  compare_body: 'El receptor no entendió el cuerpo: compáralo con lo que se muestra como enviado.',
  other_credentials:
    'El receptor quiere otras credenciales: indícalas como encabezados, o revisa el secreto de firma.',
  correct_path: 'No hay nada en esta ruta: corrige la ruta de la URL.',
  takes_no_post: 'El receptor no acepta POST en esta ruta.',
  smaller_bodies:
    'El receptor no acepta cuerpos de este tamaño: sube su límite, o deja los archivos fuera de los cuerpos.',
  takes_no_json: 'El receptor no acepta application/json.',
  takes_no_more: 'El receptor no acepta más solicitudes por ahora.',

  // A queue or subject that takes nothing although its broker is up.
  queue_without_answer:
    'El broker está conectado, pero no responde por esta cola o este subject: comprueba si la mayoría de sus nodos funciona, y si la cola tiene un líder.',
  raise_max_queues:
    'El virtual host ya tiene todas las colas que puede tener: sube su límite max-queues, o elimina colas que nadie lee.',
  remove_queue:
    'Existe una cola con ese nombre y otra configuración: elimínala en el broker, y se crea de nuevo.',
  unlock_queue:
    'Otra conexión tiene una cola con ese nombre solo para ella: cierra esa conexión o cambia el nombre de su cola.',
  other_stream: 'El stream está sellado y no vuelve a aceptar nada: indica otro en NATS_STREAM.',
  switch_jetstream_on:
    'Activa JetStream en el servidor, o quita NATS_JETSTREAM si no hace falta la confirmación de un stream.',
  wait_for_nodes:
    'Si el problema se resuelve solo, no hace falta hacer nada: el broker no alcanza los nodos que tienen la cola o el stream. Comprueba si la mayoría funciona.',
  make_room:
    'El stream o la cola llegó a su límite y no acepta nada nuevo: sube el límite, deja que los lectores se pongan al día, o haz que descarte los más antiguos.',
  raise_queue_limit:
    'La cola no acepta nada nuevo, por ejemplo por un límite con overflow reject-publish: sube el límite, o deja que los lectores se pongan al día.',
  keep_queue:
    'La cola se eliminó mientras se usaba: comprueba que nada la elimine. Se declara de nuevo en el próximo intento.',
  put_subject_into_stream:
    'Agrega el subject al stream y sácalo de cualquier otro, o indica otro stream en NATS_STREAM.',

  // A broker that is down.
  being_connected: 'No hace falta hacer nada: se está haciendo la primera conexión.',
  start_broker: ({ variable }) =>
    `Inicia el broker, y comprueba si ${variable} tiene su host y su puerto.`,
  correct_broker_host: ({ variable }) =>
    `Comprueba si el host de ${variable} está bien escrito y si esta máquina lo conoce.`,
  correct_broker_user: ({ variable }) =>
    `Comprueba si el usuario y la contraseña de ${variable} son correctos, y si el usuario puede usar el virtual host, declarar y publicar.`,
  broker_without_tls: ({ variable }) =>
    `Usa en ${variable} el esquema sin TLS, o indica el puerto en que el broker habla TLS.`,
  broker_with_tls: ({ variable }) => `Usa en ${variable} el esquema con TLS, o el puerto sin TLS.`,
  broker_certificate: ({ variable }) =>
    `Comprueba si el certificado del broker vale para el host de ${variable}, y si el esquema es correcto.`,
  broker_firewall: ({ variable }) =>
    `Comprueba que no haya un firewall entre esta máquina y el host de ${variable}.`,
  create_virtual_host: ({ variable }) =>
    `Crea el virtual host en el broker, o indica uno que exista al final de ${variable}.`,
  close_connections:
    'El broker no acepta más conexiones: cierra algunas en él, o sube el límite del servidor, del virtual host o del usuario.',
  free_broker_memory: 'Al broker le falta memoria o disco: libera un poco en él.',
  being_connected_again:
    'Si la conexión vuelve, no hace falta hacer nada: se intenta de nuevo como máximo cada minuto.',
  read_log_of_broker:
    'Revisa el log del broker: funciona, pero no acepta nada para esta cola o este subject, o rechaza la conexión.',

  // The bucket for media.
  store_without_tls:
    'Empieza S3_ENDPOINT con http://, o indica el puerto en que el almacenamiento habla TLS.',
  store_with_tls: 'Empieza S3_ENDPOINT con https://.',
  store_certificate:
    'Comprueba si el certificado del almacenamiento vale para el host de S3_ENDPOINT; pon en NODE_EXTRA_CA_CERTS tu propia autoridad.',
  reach_store:
    'Comprueba si S3_ENDPOINT tiene el host y el puerto del almacenamiento, y que no haya un firewall en el camino.',
  create_bucket: 'Crea el bucket, o pon en S3_BUCKET el nombre de uno que exista.',
  correct_store_keys:
    'Comprueba si S3_ACCESS_KEY y S3_SECRET_KEY son correctas, si pueden escribir en S3_BUCKET, y si S3_REGION es su región.',
  wait_for_store:
    'Si el problema se resuelve solo, no hace falta hacer nada: el propio almacenamiento tiene problemas.',
  read_log_of_store: 'Revisa el log del almacenamiento.',
  read_log: 'Revisa el log.',
};
