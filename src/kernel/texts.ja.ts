export const ja = {
  behindStops: 'Overheard の一部の機能（{feature}）',
  behind:
    'Overheard の一部の機能（{feature}）が、出来事を保存できません。投稿は続いていて、この機能には数秒ごとに再通知しています。',
  behindAdvice: 'ログで「a feature could not store what happened」を探し、そのエラーを報告してください。',
} as const
