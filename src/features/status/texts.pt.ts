export const pt = {
  helpList: '• `list`, `status`: os alertas deste canal e se estão em dia',
  helpWhy: '• `why LINK` ou `why WORDS`: por que uma menção foi publicada aqui, ou não',
  shortHelpWhy: '*Ver por que uma menção foi publicada, ou não*: `/mentions porquê LINK`',
  helpPreview:
    '• `preview [name]`, `test [name]`: um post de exemplo e quantos esperar, ou só o exemplo (só você vê)',
  addLink: 'Inclua o link de uma menção, por exemplo: /mentions why https://news.example/1',
  headline:
    '{count, plural, one {# assinatura} other {# assinaturas}} {whose, select, personal {para você} channel {neste canal}}',
  fromFile: 'Isto é gerenciado no arquivo de configuração. Peça mudanças a um admin do Overheard.',
  someFromFile: '{names}: no arquivo de configuração. Peça mudanças a um admin do Overheard.',
  manyFromFile:
    '{names} e outras assinaturas: no arquivo de configuração. Peça mudanças a um admin do Overheard.',
  more: 'Mais {count, number} na guia Início.',
  limitReached: 'O limite mensal do plano foi atingido: não há menções novas até a renovação.',
  onTime: 'Sem atraso',
  waiting: '{count, plural, one {# menção aguarda publicação} other {# menções aguardam publicação}}.',
  waitingOrMore: 'Cerca de {count, plural, one {# menção} other {# menções}} ou mais aguardam publicação.',
  maybeWaiting: 'Pode haver menções em espera.',
  waitingUnknown: 'No momento, não é possível contar as menções em espera.',
  late: 'As verificações estão {minutes, number} min atrasadas.',
} as const
