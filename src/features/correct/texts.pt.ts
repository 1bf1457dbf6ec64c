export const pt = {
  damagedName: 'sentimentos corrigidos',
  onCards: '• *⋯*, *Mais…*: também serve para corrigir um sentimento errado.',
  better: '“{word}” para melhor',
  worse: '“{word}” para pior',
  moved: 'Correções deste alerta mudaram o peso de palavras dele: {words}.',
  undo: 'Avaliação do serviço de menções',
  label: 'O sentimento está errado',
  leave: 'Deixar como está',
  leaveAs:
    '{present, select, none {Deixar sem sentimento} negative {Deixar negativo} neutral {Deixar neutro} positive {Deixar positivo}}',
  hint: 'Os cartões, a lista de menções abertas, os picos, o resumo e a exportação passam a usar sua escolha, em todos os canais que têm a menção.',
  corrected:
    'Corrigido por {person}. O serviço de menções {was, select, none {não avaliou} negative {avaliou como negativo} neutral {avaliou como neutro} positive {avaliou como positivo}}.',
} as const
