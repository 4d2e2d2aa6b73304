import { byProperty } from './wire-names.js';

describe('byProperty', () => {
  it('gives each field that is present the name of its property', () => {
    const { isOpen }: { isOpen?: boolean } = byProperty<{ title?: string; is_open?: boolean }>({
      is_open: false,
    });
    expect(isOpen).toBe(false);
    expect(byProperty({ title: '', is_open: undefined })).toEqual({ title: '' });
  });
});
