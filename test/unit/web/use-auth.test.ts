import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useAuth, usePermission } from '#lib/session/session';

function PageOfAnyone() {
  useAuth();
  return null;
}
function PageOfSomeone() {
  usePermission('bots.manage');
  return null;
}

describe('the signed-in person', () => {
  it.each([PageOfAnyone, PageOfSomeone])('is known within its provider only: %o', (page) => {
    expect(() => renderToString(createElement(page))).toThrow('useAuth must be used within an AuthProvider');
  });
});
