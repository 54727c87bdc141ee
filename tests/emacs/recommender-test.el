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
    (let ((first (alist-get 'rank (recommender--at-point))))
      (recommender-next)
      (recommender-next)
      (recommender-previous)
      (should (= first 1))
      (should (= (alist-get 'rank (recommender--at-point)) 2)))))

(ert-deftest copying-gives-bibtex ()
  (with-library library-text
    (recommender-suggest file)
    (recommender-copy)
    (should (string-prefix-p "@" (current-kill 0)))))

(ert-deftest point-is-on-the-first-suggestion ()
  (with-library library-text
    (dotimes (_ 2) ; also when asked again
      (recommender-suggest file)
      (should (= (alist-get 'rank (recommender--at-point)) 1))
      (goto-char (point-max)))))

(ert-deftest a-second-append-says-already-until-the-first-is-undone ()
  (with-library library-text
    (recommender-suggest file)
    (let ((key (progn (recommender-append) (cadr (keys-of file))))
          (library (find-file-noselect file)))
      (should (string-match-p (format "Already in .* as %s" (regexp-quote key)) (recommender-append)))
      (should (= (length (keys-of file)) 2))
      (with-current-buffer library
        (erase-buffer)
        (insert library-text))
      (should (string-match-p "^Added" (recommender-append)))
      (should (= (length (keys-of file)) 2)))))

(ert-deftest a-paper-that-the-buffer-has-is-recognised ()
  (let ((paper '((title . "The Möbius Net") (doi . "10.1/AB") (arxiv . "2406.02997"))))
    (dolist (field '("title = {The {M}{\\\"o}bius net}" "TITLE=\"The Möbius Net\"" "doi = {10.1/ab}"
                     "doi = {https://doi.org/10.1/ab}" "eprint = {arXiv:2406.02997v2}"))
      (with-library (format "@misc{other, title = {Else}}\n@misc{mine, %s}\n" field)
        (with-current-buffer (find-file-noselect file)
          (should (equal (recommender--owned paper) "mine")))))
    (dolist (field '("title = {The Möbius Nets}" "doi = {10.1/abc}" "eprint = {2406.02998}"
                     "booktitle = {The Möbius Net}" "note = {10.1/ab}"))
      (with-library (format "@misc{mine, %s}\n" field)
        (with-current-buffer (find-file-noselect file)
          (should-not (recommender--owned paper)))))))

(ert-deftest nothing-is-appended-where-the-end-is-unfinished ()
  (dolist (end '("@article{open,\n  title = {Open},\n" "@article{open, title = {Open}\n"
                 "@comment{\n@misc{in, title = {In}}\n" "@Comment{ note\n" "@misc(open, title = {O}\n"
                 "@string{a = {b}\n" "@article" "@" "@misc{a, title = \"b}\n"
                 "@misc{a, title = \"b {c\", note = {x}}\n" "text @misc{a, title = {b}\n"
                 "@preamble{\"x\n" "@misc{a, title = {\\{b}}\n" "@article{one, title = {x\n@article{two,\n"))
    (with-library (concat library-text end)
      (let ((said (cadr (should-error (recommender--append "@misc{new,\n  title = {New},\n}\n" file)
                                      :type 'user-error))))
        (should (string-match-p "not closed (line [0-9]+)" said))
        (with-current-buffer (find-file-noselect file)
          (should (equal (buffer-string) (concat library-text end)))
          (should-not (buffer-modified-p)))))))

(ert-deftest what-is-closed-or-no-entry-keeps-nothing-from-being-appended ()
  (dolist (end '("@comment{\n@misc{in, title = {In}}\n}\n" "me@example.org wrote (this\n" "% @article\n{\n"
                 "@comment(\n" "@comment x {\n" "% @misc{a,\n" "@misc(a, title = \"b) {c}\")\n"
                 "@misc(round, title = {a) b})\n" "@misc{a, title = \"b\"}\n" "\n"
                 "@article{broken, title = {x\n@article{whole, title = {y}}\n"))
    (with-library (concat library-text end)
      (should (equal (recommender--append "@misc{new,\n  title = {New},\n}\n" file) "new")))))

(ert-deftest why-is-told-with-terms-and-nearest-entries ()
  (with-library library-text
    (recommender-suggest file)
    (execute-kbd-macro "e")
    (with-current-buffer "*Recommender: why*"
      (should (string-match-p "^ *[0-9.]+  [^ ]+.*(kipf2017)$" (buffer-string)))
      (should (string-match-p "kipf2017  Semi-supervised" (buffer-string))))))

(ert-deftest an-empty-file-is-said-to-be-empty ()
  (dolist (text '("" " \n\n"))
    (with-library text
      (should (string-match-p (concat (file-name-nondirectory file) " is empty")
                              (cadr (should-error (recommender-suggest file) :type 'user-error)))))))

(ert-deftest another-program-at-the-address-is-named ()
  (dolist (address (split-string (getenv "FOREIGN_ADDRESSES")))
    (let ((recommender-address address))
      (should (string-match-p (concat "Another program answers at " address)
                              (cadr (should-error (recommender--check) :type 'user-error)))))))

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
