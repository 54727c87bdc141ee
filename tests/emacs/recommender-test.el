;;; recommender-test.el --- Tests of recommender.el, in batch against a live service -*- lexical-binding: t; -*-

;; Run by tests/test_emacs.py, which sets RECOMMENDER_ADDRESS.

;;; Code:

(require 'ert)
(require 'recommender)

(setq recommender-address (getenv "RECOMMENDER_ADDRESS")
      make-backup-files nil)

(defconst library-text "@article{kipf2017,
  author = {Kipf, Thomas},
  title = {Semi-supervised classification with graph convolutional networks},
  journal = {ICLR},
  year = {2017},
  abstract = {Graph neural networks smooth node features over neighbours.}
}
")

(defmacro with-library (text &rest body)
  "Run BODY with `file' bound to a bibliography of TEXT."
  (declare (indent 1))
  `(let ((file (make-temp-file "refs" nil ".bib" ,text)))
     (unwind-protect
         (save-window-excursion ,@body)
       (when-let ((buffer (find-buffer-visiting file)))
         (with-current-buffer buffer (set-buffer-modified-p nil))
         (kill-buffer buffer))
       (delete-file file))))

(defun keys-of (file)
  "Return the keys in the buffer of FILE."
  (with-current-buffer (find-file-noselect file)
    (mapcar #'car (bibtex-parse-keys nil t))))

(ert-deftest suggestions-are-listed-with-reasons ()
  (with-library library-text
    (recommender-suggest file)
    (should (derived-mode-p 'recommender-mode))
    (should (<= 1 (length (recommender--places)) recommender-limit))
    (should (string-match-p "graph convolutional networks" (buffer-string)))
    (should (string-match-p "· \\(strong\\|fair\\|weak\\)$" (buffer-string)))))

(ert-deftest the-buffer-of-a-bibliography-is-its-own-library ()
  (with-library library-text
    (find-file file)
    (should (equal (recommender--file) file))))

(ert-deftest a-paper-names-its-bibliography ()
  (with-library library-text
    (dolist (line '("\\addbibresource{%s}" "\\bibliography{%s}" "#+bibliography: %s"
                    "bibliography: %s"))
      (with-temp-buffer
        (insert "text\n" (format line file) "\n")
        (should (equal (recommender--file) file))))))

(ert-deftest a-bibliography-passes-bibtex-validate-after-an-append ()
  (with-library library-text
    (recommender-suggest file)
    (recommender-next)
    (recommender-append)
    (recommender-next)
    (recommender-append)
    (should (= (length (keys-of file)) 3))
    (with-current-buffer (find-file-noselect file)
      (bibtex-mode)
      (should (bibtex-validate))
      (should (string-prefix-p library-text (buffer-string)))
      (should (buffer-modified-p)))))

(ert-deftest a-key-that-is-taken-gets-a-letter ()
  (with-library library-text
    (let ((entry "@misc{KIPF2017,\n  title = {Other},\n}\n"))
      (should (equal (recommender--append entry file) "KIPF2017a"))
      (should (equal (recommender--append entry file) "KIPF2017b"))
      (should (equal (keys-of file) '("kipf2017" "KIPF2017a" "KIPF2017b"))))))

(ert-deftest a-file-without-a-last-newline-keeps-its-entries-apart ()
  (with-library (string-trim-right library-text)
    (recommender--append "@misc{other,\n  title = {Other},\n}\n" file)
    (with-current-buffer (find-file-noselect file)
      (should (string-match-p "}\n\n@misc{other,"  (buffer-string))))))

(ert-deftest walking-back-and-forth-stays-on-suggestions ()
  (with-library library-text
    (recommender-suggest file)
    (recommender-next)
    (let ((first (alist-get 'rank (recommender--at-point))))
      (recommender-next)
      (recommender-next)
      (recommender-previous)
      (should (= first 1))
      (should (= (alist-get 'rank (recommender--at-point)) 2)))))

(ert-deftest copying-gives-bibtex ()
  (with-library library-text
    (recommender-suggest file)
    (recommender-next)
    (recommender-copy)
    (should (string-prefix-p "@" (current-kill 0)))))

(ert-deftest nothing-to-suggest-is-said ()
  (with-library "@misc{a, title = {Xyzzy}}\n"
    (recommender-suggest file)
    (should-not (recommender--places))
    (should (string-match-p "\\." (buffer-string)))))

(ert-deftest a-service-that-is-down-is-said-with-the-command ()
  (let ((recommender-address "http://127.0.0.1:9"))
    (should (string-match-p "recommender serve"
                            (cadr (should-error (recommender--check) :type 'user-error))))))

(ert-deftest an-error-is-given-in-the-services-words ()
  (let ((recommender-corpus "nowhere"))
    (should (string-match-p "nowhere"
                            (cadr (should-error (recommender--suggestions library-text)
                                                :type 'user-error))))))

;;; recommender-test.el ends here
