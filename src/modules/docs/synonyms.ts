/** Words that people search by, and the English ones that the pages have in their place. */
import type { LanguageCode } from '../../core/languages/choose.ts';
import { type Synonyms, termOf } from '../../core/shell/page/docs-index.ts';

/** Each line: words with the same meaning, then those that the pages have. */
const ENGLISH = `
migrate migration switch: move coming import
expired expire: timeout ended
ban banned: banned
resend recover: redeliver replay
upgrade update: upgrade migration version
install setup: start docker image
compose kubernetes: deploying
picture photo: image
hmac sign verify: signature verify
password credential: key token secret
ssl certificate: tls https
voice: audio
disconnect: logout close
dead letter: discarded
receipt: status
customer: portal
zapier make: n8n
`;

const PORTUGUESE = `
enviar envio enviada enviado enviando mandar: send
imagem imagens foto fotos: image picture
vídeo vídeos: video
áudio áudios voz: audio voice
arquivo arquivos mídia documento: file media
mensagem mensagens: message
texto textos: text
botão botões: button
lista listas: list
enquete enquetes: poll
figurinha figurinhas: sticker
localização: location
grupo grupos: group
participante participantes membro: participant member
contato contatos: contact
conversa conversas chat: chat
reenviar reenvio reenviado: redeliver replay
repetir repetição repetições: replay retry repeat
tentativa tentativas: retry attempt repeat
entrega entregas: delivery
descartada descartado descartadas: discarded
banimento banido banida banir bloqueio bloqueado: banned
migrar migração mudar importar: move coming import vindo
expirado expirada expirar expirou: expired timeout
lida lido lidas ler leitura: read
marcar: mark
apagar excluir deletar remover: delete remove
criar: create
atualizar atualização: upgrade version
instalar instalação: start docker image
iniciar início: start
conectar conexão: connect
desconectar desconexão sair: logout close
parear pareamento: pair
código códigos: code
celular telefone: phone
número números: number
chave chaves senha: key secret
segredo: secret
assinatura verificar assinar: signature verify
instância instâncias: instance
evento eventos: event
filtro filtros: filter
modelo modelos: template
agendar agendada agendamento: schedule
limite limites: limit
taxa: rate
erro erros falha falhas: error
variável variáveis configuração ambiente: variable setting
restaurar: restore
cópia: backup
fila filas: queue
cliente clientes: customer client portal
usuário usuários: user
papel papéis função funções permissão permissões: role permission
funil: pipeline
etapa etapas: stage
caixa: inbox
convite convites: invitation
etiqueta etiquetas: label
presença digitando: presence
ligação chamada chamadas: call
perfil: profile
métricas métrica: metric
saúde: health
nó nós: node
oficial: official cloud
`;

const SPANISH = `
enviar envío enviado mandar: send
imagen imágenes foto fotos: image picture
vídeo vídeos: video
audio audios voz: audio voice
archivo archivos documento: file media
mensaje mensajes: message
texto textos: text
botón botones: button
lista listas: list
encuesta encuestas: poll
ubicación: location
grupo grupos: group
participante participantes miembro: participant member
contacto contactos: contact
conversación conversaciones chat: chat
reenviar reenvío reenviado: redeliver replay
repetir repetición repeticiones: replay retry repeat
reintento reintentos intento intentos: retry attempt repeat
entrega entregas: delivery
descartada descartado: discarded
baneo baneado bloqueo bloqueado: banned
migrar migración cambiar importar: move coming import vienes
vencido expirado caducado: expired timeout
leído leída leer: read
marcar: mark
borrar eliminar: delete remove
crear: create
actualizar actualización: upgrade version
instalar instalación: start docker image
iniciar inicio: start
conectar conexión: connect
desconectar desconexión: logout close
emparejar vincular: pair
código códigos: code
celular teléfono móvil: phone
número números: number
clave claves contraseña: key secret
secreto: secret
firma verificar firmar: signature verify
instancia instancias: instance
evento eventos: event
filtro filtros: filter
plantilla plantillas: template
programar: schedule
límite límites: limit
error errores fallo fallos: error
variable variables configuración entorno: variable setting
restaurar: restore
copia: backup
cola colas: queue
cliente clientes: customer client portal
usuario usuarios: user
función funciones permiso permisos rol: role permission
embudo: pipeline
etapa etapas: stage
invitación invitaciones: invitation
etiqueta etiquetas: label
presencia: presence
llamada llamadas: call
perfil: profile
métrica métricas: metric
salud: health
nodo nodos: node
oficial: official cloud
`;

const LISTS: Readonly<Record<LanguageCode, string>> = {
  en: ENGLISH,
  'pt-BR': ENGLISH + PORTUGUESE,
  es: ENGLISH + SPANISH,
};

export function synonymsOf(language: LanguageCode): Synonyms {
  const made = new Map<string, string[]>();
  for (const line of LISTS[language].trim().split(/\n+/)) {
    const [words = '', meant = ''] = line.split(': ');
    for (const word of words.split(' '))
      made.getOrInsertComputed(termOf(word) ?? word, () => []).push(...meant.split(' '));
  }
  return Object.fromEntries(made);
}
