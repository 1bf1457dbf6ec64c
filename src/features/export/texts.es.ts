export const es = {
  help: '• `export [name] [30d]`: recibe lo publicado como tabla en un mensaje directo (CSV, o JSON si la línea termina en json)',
  tableHelp: '• `export {word} [30d]`: lo mismo con {title}',
  notUnderstood:
    '“{words}” no es un periodo que se pueda exportar. Usa {mostDays, plural, one {# día} other {# días}} como máximo, por ejemplo, 7d.',
  running: 'Tu última exportación aún se está preparando.',
  nothing:
    'No se publicó nada de esto en {days, plural, one {el último día} other {los últimos # días}} en los canales en los que estás.',
  noRows:
    'No hay ningún {unit} {days, plural, one {del último día} other {de los últimos # días}} en los canales en los que estás, entre los que puedes ver.',
  noDirectMessage:
    'Slack no abrió ningún mensaje directo contigo, así que no hay archivo. Inténtalo de nuevo en un minuto.',
  mentions: '{total, plural, one {# mención} many {# de menciones} other {# menciones}}',
  all: '{rows} {days, plural, one {del último día} other {de los últimos # días}}',
  newest:
    'Lo más reciente ({shown, number}) de {rows} {days, plural, one {del último día} other {de los últimos # días}}: en un archivo no cabe más, así que exporta un periodo más corto para el resto',
  sent: '{summary}. El archivo está en tus mensajes directos con Overheard.',
  mayNotSend:
    'La aplicación de Slack no puede enviar archivos. Pide a un administrador de Overheard que le dé el permiso files:write ({doctor} explica cómo).',
  unclear:
    'Slack no respondió ({reason}). Si el archivo no está en tus mensajes directos con Overheard, pídelo de nuevo.',
  later:
    'Slack no acepta archivos ahora mismo. Inténtalo de nuevo en {seconds, plural, one {# segundo} other {# segundos}}.',
  failed: 'Slack no aceptó el archivo ({reason}). Inténtalo de nuevo en un minuto.',
} as const
