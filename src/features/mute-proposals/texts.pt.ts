export const pt = {
  damagedName: 'silenciamentos propostos',
  damaged: 'O Overheard conta de novo. Propostas recusadas podem voltar.',
  proposal:
    'Silenciar {kind, select, author {o autor} source {a fonte} domain {o site} word {a palavra}} {name} teria retido {count, number} de {total, plural, one {# menção} other {# menções}} em {days, plural, =28 {quatro semanas} one {# dia} other {# dias}}. Nenhuma foi assumida.',
  proposalWithMarked:
    'Silenciar {kind, select, author {o autor} source {a fonte} domain {o site} word {a palavra}} {name} teria retido {count, number} de {total, plural, one {# menção} other {# menções}} em {days, plural, =28 {quatro semanas} one {# dia} other {# dias}}. Nenhuma foi assumida, e {dismissed, plural, one {# foi marcada como não relevante} other {# foram marcadas como não relevantes}}.',
  mute: 'Silenciar por 30 dias',
  show: 'Mostrar',
  decline: 'Recusar',
  headline: '{count, plural, one {Silenciamento proposto} other {Silenciamentos propostos}}',
  title: 'Menções retidas',
  notStored: 'Estas menções não estão mais armazenadas.',
  counted: 'Período considerado: {range}, porque menções mais recentes ainda podem ser assumidas.',
  newest:
    'As {shown, number} mais recentes. Período considerado: {range}, porque menções mais recentes ainda podem ser assumidas.',
  gone: 'Esta proposta está desatualizada. A guia Início mostra as atuais.',
  muted:
    '{kind, select, author {O autor {name} foi silenciado} source {A fonte {name} foi silenciada} domain {O site {name} foi silenciado} word {A palavra {name} foi silenciada}} por 30 dias. A mensagem no canal tem um botão Desfazer.',
  declined:
    'Silenciar {kind, select, author {o autor} source {a fonte} domain {o site} word {a palavra}} {name} não será proposto de novo por 90 dias.',
} as const
