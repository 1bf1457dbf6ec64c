export const pt = {
  title: 'Eventos de webhook',
  damagedEventsName: 'eventos de webhook',
  damagedEvents: 'Estes eventos não são entregues.',
  damagedStatesName: 'estados de webhooks',
  stoppedWebhook: 'o webhook {webhook}',
  stoppedWebhooks: 'eventos para webhooks',
  failing:
    '{why, select, status {Os eventos para o webhook {webhook} esperam, porque ele responde {detail}.} private {Os eventos para o webhook {webhook} esperam, porque {detail}, o que é recusado a menos que allowPrivate seja true.} timeout {Os eventos para o webhook {webhook} esperam, porque ele não responde em {detail} s.} code {Os eventos para o webhook {webhook} esperam, porque {detail}.} unknown {Os eventos para o webhook {webhook} esperam, porque a conexão falhou.}}',
  checkFailing:
    'Confira o receptor; o Overheard tenta de novo por 24 horas. As publicações no Slack continuam normalmente.',
  queueUnusable:
    'Os eventos para o webhook {webhook} esperam, porque não é possível ler ou gravar a fila deles: {reason}.',
  makeRoom:
    'Libere espaço no disco e confira as permissões de DATA_DIR, ou confira o PostgreSQL se DATABASE_URL estiver definida; o Overheard tenta de novo automaticamente.',
  gone: 'O webhook {webhook} não recebe mais eventos, porque o receptor responde 410 (Gone).',
  takeOut:
    'Retire-o da configuração. Para voltar a usá-lo, faça o receptor aceitar eventos e recarregue o Overheard.',
  dropped:
    'Eventos para o webhook {webhook} foram descartados, porque não puderam ser entregues em 24 horas ou porque mais de 50.000 esperavam.',
  checkDropped: 'Confira o receptor. O log tem o id e o tipo de cada evento descartado.',
  refused:
    'Um evento para o webhook {webhook} foi descartado, porque o armazenamento não pode guardá-lo: {reason}.',
  logHasRefused:
    'O log tem o id e o tipo dele. As publicações no Slack e todos os outros eventos continuam normalmente.',
  unstored:
    '{events, plural, one {# evento para webhooks espera} other {# eventos para webhooks esperam}} na memória, porque não é possível gravar no armazenamento. Se este processo terminar, eles se perdem.',
  makeRoomBeforeRestart:
    'Libere espaço no disco, ou confira o PostgreSQL se DATABASE_URL estiver definida, antes de reiniciar o Overheard. O log tem o id e o tipo de cada evento perdido.',
} as const
