import { useCallback, useEffect, useRef, useState } from 'react';
import { uploadFile } from './upload.js';

type Upload = { key: number; name: string; size: number; share: number; stop: () => void };

/** Uploads files in parallel; `onDone` gets the link of each as it arrives. */
export function useUploads(onDone: (url: string) => void): {
  uploads: readonly Upload[];
  failure: unknown;
  take: (files: readonly File[]) => void;
} {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const serial = useRef(0);
  const leaving = useRef(new Set<AbortController>());
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const running = leaving.current;
    return () => running.forEach((controller) => controller.abort());
  }, []);

  const upload = useCallback(async (file: File): Promise<void> => {
    const key = (serial.current += 1);
    const controller = new AbortController();
    leaving.current.add(controller);
    const { name, size } = file;
    setUploads((before) => [...before, { key, name, size, share: 0, stop: () => controller.abort() }]);
    const onProgress = (share: number): void =>
      setUploads((before) => before.map((one) => (one.key === key ? { ...one, share } : one)));
    try {
      done.current(await uploadFile(file, onProgress, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error);
    } finally {
      leaving.current.delete(controller);
      setUploads((before) => before.filter((one) => one.key !== key));
    }
  }, []);

  const take = useCallback(
    (files: readonly File[]) => {
      setFailure(undefined);
      for (const file of files) void upload(file);
    },
    [upload],
  );
  return { uploads, failure, take };
}
