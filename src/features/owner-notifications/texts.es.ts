export const es = {
  headline:
    '{what, select, stopped {Detenido: {subjects}} cannotPost {No se puede publicar: {subjects}} refused {No se pudo publicar una mención: {subjects}} missed {No se publican las menciones nuevas: {subjects}} damaged {Hay datos guardados dañados: {subjects}} repeated {Puede haber menciones repetidas, porque hay dos copias de Overheard en marcha: {subjects}} repeatsOver {Vuelve a publicar una sola copia de Overheard: {subjects}} resumed {Vuelve a funcionar: {subjects}}}',
  inChannel: '{name} en {channel}',
  comma: ', ',
  andMore: '{subjects} y {more, number} más',
  forward: 'Si otra persona administra Overheard, reenvíale esto.',
  why: 'Motivo: {reason}',
  whatToDo: 'Qué hacer: {whatToDo}',
  others: '{count, plural, one {Hay # problema más} other {Hay # problemas más}} en /status.',
  nothingLost: 'No se pierde ninguna mención: Overheard continúa donde se detuvo.',
  restGoesOn: 'Todo lo demás sigue en marcha.',
  since: 'Desde {at}',
} as const
