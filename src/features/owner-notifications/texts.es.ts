export const es = {
  headline:
    '{what, select, stopped {No se publica: {subjects}} refused {No se pudo publicar una mención: {subjects}} missed {Se pierden menciones nuevas: {subjects}} damaged {Hay datos guardados dañados: {subjects}} repeated {Dos instalaciones publican lo mismo: {subjects}} repeatsOver {Vuelve a publicar una sola instalación: {subjects}} resumed {Vuelve a funcionar: {subjects}}}',
  inChannel: '{name} en {channel}',
  comma: ', ',
  andMore: '{subjects} y {more, number} más',
  why: 'Motivo: {reason}',
  whatToDo: 'Qué hacer: {whatToDo}',
  others: '{count, plural, one {Hay # problema más} other {Hay # problemas más}} en /status.',
  nothingLost: 'No se pierde ninguna mención: Overheard continúa donde se detuvo.',
  restGoesOn: 'Todo lo demás sigue en marcha.',
} as const
