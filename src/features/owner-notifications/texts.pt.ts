export const pt = {
  headline:
    '{what, select, stopped {Publicação parada: {subjects}} refused {Não foi possível publicar uma menção: {subjects}} missed {Menções novas estão se perdendo: {subjects}} damaged {Dados armazenados danificados: {subjects}} repeated {Publicado por duas instalações: {subjects}} repeatsOver {Publicado de novo por uma só instalação: {subjects}} resumed {Funcionando de novo: {subjects}}}',
  inChannel: '{name} em {channel}',
  comma: ', ',
  andMore: '{subjects} e mais {more, number}',
  why: 'Motivo: {reason}',
  whatToDo: 'O que fazer: {whatToDo}',
  others: 'Veja mais {count, plural, one {# caso} other {# casos}} em /status.',
  nothingLost: 'Nenhuma menção se perde: o Overheard continua de onde parou.',
  restGoesOn: 'Todo o resto continua funcionando.',
} as const
