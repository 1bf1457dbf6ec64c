export const ja = {
  damagedName: '感情の修正',
  onCards: '• *⋯*, *その他…*: 間違った感情の修正もできます。',
  better: '「{word}」をポジティブ寄りに',
  worse: '「{word}」をネガティブ寄りに',
  moved: 'このアラートでの修正により、次の語の評価を変更しています：{words}。',
  undo: 'メンションサービスの判定どおり',
  label: '感情の判定を修正',
  leave: 'そのままにする',
  leaveAs:
    '{present, select, none {判定なしのままにする} negative {ネガティブのままにする} neutral {ニュートラルのままにする} positive {ポジティブのままにする}}',
  hint: '選んだ感情は、このメンションがあるすべてのチャンネルで、カード、未完了のメンションのリスト、急増、ダイジェスト、エクスポートに反映されます。',
  corrected:
    '{person} さんが修正しました。メンションサービスの判定：{was, select, none {なし} negative {ネガティブ} neutral {ニュートラル} positive {ポジティブ}}。',
} as const
