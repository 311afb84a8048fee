/** Advice about a failed test of a webhook and about a channel that is down. */
import type { AdviceTexts } from '../reasons.ts';

export const advice: AdviceTexts = {
  // A test of a webhook, by the error of its request.
  answer_first:
    'Responda primeiro e trate o evento depois; se nada chega, um firewall pode estar bloqueando.',
  start_receiver:
    'Inicie o receptor, ou corrija o host e a porta; dentro de um contêiner, localhost é o próprio contêiner.',
  read_log_of_receiver:
    'O receptor fechou a conexão: veja o log dele, e se ele espera https nesta porta.',
  correct_name:
    'Corrija o nome do host, registre-o no DNS que este serviço consulta, ou libere a rede dele em WEBHOOK_ALLOW_NETWORKS.',
  valid_certificate:
    'Dê ao receptor um certificado válido para este nome, ou aponte NODE_EXTRA_CA_CERTS para a sua própria autoridade.',
  speaks_no_http: 'O que responde ali não fala HTTP: corrija a porta, ou troque http por https.',
  receiver_refused: 'O receptor recusou: o log dele diz por quê.',
  redirects_not_followed: 'Redirecionamentos não são seguidos: informe a URL a que eles levam.',
  answered_nothing: 'O receptor não respondeu nada.',
  answer_too_large: 'A resposta é grande demais.',
  allow_network:
    'O endereço está em uma rede que as entregas não podem alcançar: libere-a em WEBHOOK_ALLOW_NETWORKS, ou use um endereço público.',
  check_route: 'Veja se esta máquina tem uma rota até o receptor.',
  correct_transform:
    'Nada foi enviado: corrija a transformação do endpoint e teste-a com este evento.',
  free_resources: 'Nada foi enviado: faltam arquivos ou memória a esta máquina, não ao receptor.',
  use_http: 'Comece a URL com http://, ou indique a porta em que o receptor fala TLS.',
  use_https: 'Comece a URL com https://.',
  newer_tls: 'Ative TLS 1.2 ou 1.3 no receptor.',
  no_client_certificate:
    'Faça o receptor aceitar conexões sem certificado do cliente e conhecer o nome que está na URL.',
  renew_certificate: 'Renove o certificado do receptor.',
  set_clocks: 'Acerte os relógios do receptor e desta máquina.',
  name_of_certificate: 'Use o nome do certificado, ou obtenha um certificado para este nome.',
  known_authority:
    'Use um certificado de uma autoridade conhecida, com os intermediários, ou aponte NODE_EXTRA_CA_CERTS para a sua própria autoridade.',
  compare_body: 'O receptor não entendeu o corpo: compare-o com o que aparece como enviado.',
  other_credentials:
    'O receptor quer outras credenciais: informe-as como cabeçalhos, ou confira o segredo de assinatura.',
  correct_path: 'Não há nada neste caminho: corrija o caminho da URL.',
  takes_no_post: 'O receptor não aceita POST neste caminho.',
  smaller_bodies:
    'O receptor não aceita corpos deste tamanho: aumente o limite dele, ou deixe os arquivos fora dos corpos.',
  takes_no_json: 'O receptor não aceita application/json.',
  takes_no_more: 'O receptor não aceita mais requisições por enquanto.',

  // A queue or subject that takes nothing although its broker is up.
  queue_without_answer:
    'O broker está conectado, mas não responde por esta fila ou este subject: veja se a maioria dos nós dele funciona, e se a fila tem um líder.',
  raise_max_queues:
    'O virtual host já tem todas as filas que pode ter: aumente o limite max-queues, ou remova filas que ninguém lê.',
  remove_queue:
    'Existe uma fila com esse nome e outras configurações: remova-a no broker, e ela é criada de novo.',
  unlock_queue:
    'Outra conexão tem uma fila com esse nome só para si: feche essa conexão ou renomeie a fila dela.',
  other_stream: 'O stream está selado e nunca mais aceita nada: indique outro em NATS_STREAM.',
  switch_jetstream_on:
    'Ative o JetStream no servidor, ou remova NATS_JETSTREAM se a confirmação de um stream não for necessária.',
  wait_for_nodes:
    'Se o problema passar, não é preciso fazer nada: o broker não alcança os nós que têm a fila ou o stream. Veja se a maioria deles funciona.',
  make_room:
    'O stream ou a fila chegou ao limite e não aceita nada novo: aumente o limite, deixe os leitores alcançarem, ou faça-o descartar os mais antigos.',
  raise_queue_limit:
    'A fila não aceita nada novo, por exemplo por um limite com overflow reject-publish: aumente o limite, ou deixe os leitores alcançarem.',
  keep_queue:
    'A fila foi removida durante o uso: veja que nada a exclua. Ela é declarada de novo na próxima tentativa.',
  put_subject_into_stream:
    'Adicione o subject ao stream e tire-o de qualquer outro, ou indique outro stream em NATS_STREAM.',

  // A broker that is down.
  being_connected: 'Não é preciso fazer nada: a primeira conexão está sendo feita.',
  start_broker: ({ variable }) =>
    `Inicie o broker, e veja se ${variable} tem o host e a porta dele.`,
  correct_broker_host: ({ variable }) =>
    `Veja se o host em ${variable} está escrito certo e se esta máquina o conhece.`,
  correct_broker_user: ({ variable }) =>
    `Veja se o usuário e a senha em ${variable} estão certos, e se o usuário pode usar o virtual host, declarar e publicar.`,
  broker_without_tls: ({ variable }) =>
    `Use em ${variable} o esquema sem TLS, ou indique a porta em que o broker fala TLS.`,
  broker_with_tls: ({ variable }) => `Use em ${variable} o esquema com TLS, ou a porta sem TLS.`,
  broker_certificate: ({ variable }) =>
    `Veja se o certificado do broker vale para o host em ${variable}, e se o esquema está certo.`,
  broker_firewall: ({ variable }) =>
    `Veja se não há um firewall entre esta máquina e o host em ${variable}.`,
  create_virtual_host: ({ variable }) =>
    `Crie o virtual host no broker, ou indique um que exista no fim de ${variable}.`,
  close_connections:
    'O broker não aceita mais conexões: feche algumas nele, ou aumente o limite do servidor, do virtual host ou do usuário.',
  free_broker_memory: 'Falta memória ou disco ao broker: libere um pouco nele.',
  being_connected_again:
    'Se a conexão voltar, não é preciso fazer nada: uma nova tentativa é feita no máximo a cada minuto.',
  read_log_of_broker:
    'Veja o log do broker: ele funciona, mas não aceita nada para esta fila ou este subject, ou recusa a conexão.',

  // The bucket for media.
  store_without_tls:
    'Comece S3_ENDPOINT com http://, ou indique a porta em que o armazenamento fala TLS.',
  store_with_tls: 'Comece S3_ENDPOINT com https://.',
  store_certificate:
    'Veja se o certificado do armazenamento vale para o host em S3_ENDPOINT; aponte NODE_EXTRA_CA_CERTS para a sua própria autoridade.',
  reach_store:
    'Veja se S3_ENDPOINT tem o host e a porta do armazenamento, e se não há um firewall no caminho.',
  create_bucket: 'Crie o bucket, ou ponha em S3_BUCKET o nome de um que exista.',
  correct_store_keys:
    'Veja se S3_ACCESS_KEY e S3_SECRET_KEY estão certas, se podem escrever em S3_BUCKET, e se S3_REGION é a região dele.',
  wait_for_store:
    'Se o problema passar, não é preciso fazer nada: o próprio armazenamento está com problemas.',
  read_log_of_store: 'Veja o log do armazenamento.',
  read_log: 'Veja o log.',
};
