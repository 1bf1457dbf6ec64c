export const pt = {
  help: '• `export [name] [30d]`: receber o que foi publicado como tabela em uma mensagem direta (CSV, ou JSON se a linha terminar com json)',
  tableHelp: '• `export {word} [30d]`: o mesmo com {title}',
  notUnderstood:
    '“{words}” não é um período que dê para exportar. Use no máximo {mostDays, plural, one {# dia} other {# dias}}, como 7d.',
  running: 'Sua última exportação ainda está em andamento.',
  nothing:
    'Nada foi publicado para isso {days, plural, one {nas últimas 24 horas} other {nos últimos # dias}}, nos canais em que você está.',
  noRows:
    'Não há nenhuma {unit} que você possa ver {days, plural, one {nas últimas 24 horas} other {nos últimos # dias}} nos canais em que você está.',
  noDirectMessage:
    'O Slack não abriu uma mensagem direta com você, então não há arquivo. Tente de novo em um minuto.',
  mentions: '{total, plural, one {# menção} other {# menções}}',
  all: '{rows} {days, plural, one {das últimas 24 horas} other {dos últimos # dias}}',
  newest:
    'As {shown, number} mais recentes de {rows} {days, plural, one {das últimas 24 horas} other {dos últimos # dias}}: não cabe mais em um arquivo, então exporte um período mais curto para ver o resto',
  sent: '{summary}. O arquivo está nas suas mensagens diretas com o Overheard.',
  mayNotSend:
    'O app do Slack não pode enviar arquivos. Peça a um admin do Overheard que dê a ele a permissão files:write ({doctor} explica como).',
  unclear:
    'O Slack não respondeu ({reason}). Se o arquivo não estiver nas suas mensagens diretas com o Overheard, peça de novo.',
  later:
    'O Slack não aceita arquivos agora. Tente de novo em {seconds, plural, one {# segundo} other {# segundos}}.',
  failed: 'O Slack não aceitou o arquivo ({reason}). Tente de novo em um minuto.',
} as const
