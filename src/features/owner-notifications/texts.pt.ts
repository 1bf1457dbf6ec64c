export const pt = {
  headline:
    '{what, select, stopped {Parado: {subjects}} cannotPost {Não é possível publicar: {subjects}} refused {Não foi possível publicar uma menção: {subjects}} missed {As menções novas não estão sendo publicadas: {subjects}} damaged {Dados armazenados danificados: {subjects}} repeated {Pode haver menções repetidas, porque há duas cópias do Overheard em execução: {subjects}} repeatsOver {Só uma cópia do Overheard publica agora: {subjects}} resumed {Funcionando de novo: {subjects}}}',
  inChannel: '{name} em {channel}',
  comma: ', ',
  andMore: '{subjects} e mais {more, number}',
  forward: 'Se outra pessoa administra o Overheard, encaminhe isto a ela.',
  why: 'Motivo: {reason}',
  whatToDo: 'O que fazer: {whatToDo}',
  others: 'Veja mais {count, plural, one {# caso} other {# casos}} em /status.',
  nothingLost: 'Nenhuma menção se perde: o Overheard continua de onde parou.',
  restGoesOn: 'Todo o resto continua funcionando.',
  since: 'Desde {at}',
} as const
